// Returns the installed files as data: the relocatable program, and the files for the system.
import { chmodSync, copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../lib/prepare.mjs';

const template = (name) => readFileSync(join(import.meta.dirname, name), 'utf8');

export const folders = { archive: '/opt/stationery', debian: '/usr/lib/stationery' };

export async function installedTree({ payload, runtime, folder }) {
  const program = `${folder}/bin/stationery`;
  const { cardUnits, configFile, machineConfig, serviceUnits, setupUnits } = await import(
    '../../../packages/appliance/dist/index.js'
  );
  const config = {
    path: configFile.path.slice(1),
    mode: configFile.mode,
    content: `${JSON.stringify({ ...machineConfig, station: { ...machineConfig.station, reader: 'none' } }, null, 2)}\n`,
  };
  const places = {
    program: [program],
    unitFolder: '/usr/lib/systemd/system',
    sysusersFolder: '/usr/lib/sysusers.d',
    polkitFolder: '/usr/share/polkit-1/rules.d',
    udevFolder: '/usr/lib/udev/rules.d',
    tmpfilesFolder: '/usr/lib/tmpfiles.d',
  };
  const units = [...serviceUnits(places), ...setupUnits(places), ...cardUnits(places)].map(
    ({ path, ...file }) => ({ ...file, path: path.slice(1) }),
  );
  const licences = [
    { path: 'LICENSE', mode: 0o644, from: join(root, 'LICENSE') },
    ...(runtime?.licence === undefined ? [] : [{ path: 'LICENSE.node', mode: 0o644, from: runtime.licence }]),
  ];
  return {
    program: [
      { path: 'bin/stationery', mode: 0o755, content: template('stationery.sh') },
      ...(runtime === undefined ? [] : [{ path: 'bin/node', mode: 0o755, from: runtime.program }]),
      ...payload.map(({ path, content, executable }) => ({
        path: `lib/${path}`,
        mode: executable ? 0o755 : 0o644,
        content,
      })),
      ...licences,
    ],
    system: [...units, config],
    installer: { path: 'install.sh', mode: 0o755, content: template('install.sh') },
  };
}

export function writeTree(files, folder) {
  for (const file of files) {
    const path = join(folder, file.path);
    mkdirSync(dirname(path), { recursive: true });
    if (file.link !== undefined) {
      symlinkSync(file.link, path);
      continue;
    }
    if (file.from !== undefined) copyFileSync(file.from, path);
    else writeFileSync(path, file.content);
    // Set the mode explicitly, so that it does not depend on the umask of the build machine.
    chmodSync(path, file.mode);
  }
}

// Bundles the device process into one file. Starting from separate modules takes a second of CPU time, four
// times as long.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { asTheyAre, leaveOut } from '../../../../tools/build/bundle-parts.mjs';

const root = join(import.meta.dirname, '../../../..');
const program = join(import.meta.dirname, 'device-process.mjs');
const parts = ['device-process.mjs', 'device.mjs', 'station-device.mjs'].map((name) =>
  join(import.meta.dirname, name),
);
const folder = join(root, '.stamps/fleet-device');
/** Returns the path of the bundle. Builds it if it is missing or outdated. */
export async function bundleDevice() {
  const name = `program-${Math.round(newestMs())}`;
  const bundle = join(folder, name, 'device-process.cjs');
  if (existsSync(bundle)) return bundle;
  mkdirSync(folder, { recursive: true });
  for (const each of readdirSync(folder))
    if (each.startsWith('program-')) rmSync(join(folder, each), { recursive: true, force: true });
  // Write a package.json one folder above the bundle, where modules look for their version.
  writeFileSync(join(folder, 'package.json'), '{ "version": "0.0.0" }\n');
  const making = mkdtempSync(join(folder, 'making-'));
  const made = await rolldown({
    input: program,
    platform: 'node',
    external: asTheyAre,
    plugins: [leaveOut],
    logLevel: 'silent',
  });
  await made.write({
    dir: making,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  });
  await made.close();
  try {
    renameSync(making, join(folder, name));
  } catch (error) {
    // Ignore the error if a concurrent test has built the same bundle.
    rmSync(making, { recursive: true, force: true });
    if (!existsSync(bundle)) throw error;
  }
  return bundle;
}

function newestMs() {
  const built = readdirSync(join(root, 'packages')).map((name) =>
    join(root, 'packages', name, 'dist/.tsbuildinfo'),
  );
  return Math.max(...[...parts, ...built].filter(existsSync).map((path) => statSync(path).mtimeMs));
}

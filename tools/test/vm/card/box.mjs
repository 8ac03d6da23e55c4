// Sets up a station as a package installs it: its unit, the unit and udev rule for its card, its user and settings.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { cardUnits, serviceUnits } from '../../../../packages/appliance/dist/network/units/index.js';

export const folder = '/media/card';
export const base = 'http://127.0.0.1/api/v1';
// The checkout is mounted here, because it may be in /tmp and the service has a private /tmp.
const checkout = '/opt/stationery/checkout';
const program = [process.execPath, '/opt/stationery/stationery.mjs'];

export function installStation() {
  mkdirSync(checkout, { recursive: true });
  execFileSync('mount', ['--rbind', process.env.VM_ROOT, checkout]);
  write(
    program[1],
    `import stationery from '${checkout}/packages/cli/dist/program/main.cjs';
process.exitCode = await stationery.main(process.argv.slice(2));
`,
  );
  write(
    '/etc/stationery/config.json',
    JSON.stringify({
      station: {
        dataDir: '/var/lib/stationery/station',
        cardDir: folder,
        reader: 'none',
        discovery: 'off',
        maxUploadBytes: 2 ** 33,
      },
    }),
  );
  for (const { path, content } of [...serviceUnits({ program }), ...cardUnits({ program })])
    write(path, content);
  // Start the station without the launcher and the host's boot services, because this machine is slow.
  write(
    '/etc/systemd/system/stationery-station.service.d/test.conf',
    `[Unit]
DefaultDependencies=no
[Service]
ExecStart=
ExecStart=${program.join(' ')} station
WatchdogSec=600
`,
  );
  execFileSync('systemd-sysusers', ['/etc/sysusers.d/stationery.conf'], { stdio: ['ignore', 2, 2] });
  execFileSync('systemctl', ['daemon-reload'], { stdio: ['ignore', 2, 2] });
  execFileSync('udevadm', ['control', '--reload'], { stdio: ['ignore', 2, 2] });
  execFileSync('systemctl', ['start', 'stationery-station.service'], { stdio: ['ignore', 2, 2] });
}

function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Runs the program as root. Returns its output. */
export function stationery(...args) {
  try {
    return execFileSync(program[0], [program[1], ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 2],
    });
  } catch (error) {
    // The doctor exits with 1 if it finds a problem.
    return error.stdout;
  }
}

export const journal = (...args) =>
  execFileSync('journalctl', ['--no-pager', '-o', 'cat', ...args], { encoding: 'utf8' });

export async function listing() {
  // Use a new connection, because on a machine this slow a kept connection may be closing.
  const answer = await fetch(`${base}/sdcard`, { headers: { connection: 'close' } });
  if (answer.status !== 200) return undefined;
  const { included } = await answer.json();
  return Object.fromEntries(
    included.map(({ id, attributes }) => [attributes.filename, { id, size: Number(attributes.size) }]),
  );
}

export async function upload(filename, content, query = '') {
  const answer = await fetch(`${base}/files${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({
      data: { type: 'file', filename, encoded: Buffer.from(content).toString('base64') },
    }),
  });
  const document = await answer.json();
  return { status: answer.status, id: document.data?.id, detail: document.errors?.[0].detail };
}

export async function rename(id, filename) {
  const answer = await fetch(`${base}/files/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify({ data: { id, type: 'file', attributes: { filename } } }),
  });
  return answer.status;
}

export async function content(id) {
  const answer = await fetch(`${base}/files/${id}/content`, { headers: { connection: 'close' } });
  return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
}

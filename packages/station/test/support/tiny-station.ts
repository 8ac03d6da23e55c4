import { createPrivateKey, type KeyObject, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKeyPair, stationBundle, type TarFile } from '@stationery/appliance';
import { sha256 } from '@stationery/core';

const tinyEntry = 'node_modules/tiny/bin/station.mjs';

export type Health = 'well' | 'crashes' | 'hangs' | 'lies';

/** Makes a tiny station log to a file and update itself. */
export interface TinyPlan {
  logFile: string;
  /** The version that updates itself; other versions exit once committed. */
  from: string;
  bundle: string;
  slotsDir: string;
  keyFile: string;
  updater: string;
  dieAtStep?: number | undefined;
  dieAfterMs?: number | undefined;
}

/**
 * Returns the program of a tiny station. It starts twenty times faster than a real station, so that hundreds of
 * starts can be tested.
 */
function program(health: Health): string {
  return `
import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
const plan = process.argv[3]?.startsWith('{') ? JSON.parse(process.argv[3]) : null;
const say = (line) => plan === null ? console.log(line) : appendFileSync(plan.logFile, line + '\\n');
const root = new URL('../', import.meta.url);
const read = (name) => readFileSync(new URL(name, root));
const { version } = JSON.parse(read('package.json'));
for (const [name, sum] of Object.entries(JSON.parse(read('sums.json')))) {
  if (createHash('sha256').update(read(name)).digest('hex') !== sum) {
    say('BROKEN ' + name);
    process.exit(9);
  }
}
process.once('disconnect', () => process.exit(0));
process.once('SIGTERM', () => process.exit(0));
say('RUNS ' + version);
if ('${health}' === 'crashes') { (plan === null ? console.error : say)('the sky is falling'); process.exit(7); }
const said = '${health}' === 'lies' ? '9.9.9' : version;
if ('${health}' !== 'hangs') setInterval(() => process.send({ stationery: 'healthy', version: said }), 10);
setInterval(() => {}, 1000);
if (plan !== null && version === plan.from) {
  const { updateUnderThreat } = await import(plan.updater);
  await updateUnderThreat(plan, process.env.STATION_LAUNCHED_SLOT, version, say);
  process.exit(0);
}
if (plan !== null) {
  if (process.env.STATION_ON_TRIAL !== 'yes') process.exit(0);
  process.on('message', () => { say('STAYS ' + version); process.exit(0); });
}
`;
}

export function tinyFiles(version: string, health: Health = 'well'): TarFile[] {
  const contents: Record<string, string> = {
    'package.json': JSON.stringify({ name: 'tiny', version, type: 'module' }),
    'bin/station.mjs': program(health),
    'lib/one.txt': `one of ${version}`.repeat(1000),
    'lib/deep/er/two.txt': `two of ${version}`.repeat(3000),
    'empty.txt': '',
  };
  const sums = Object.fromEntries(Object.entries(contents).map(([name, text]) => [name, sha256(text)]));
  return Object.entries({ ...contents, 'sums.json': JSON.stringify(sums) }).map(([name, text]) => ({
    path: `node_modules/tiny/${name}`,
    content: Buffer.from(text),
    executable: name.startsWith('bin/'),
  }));
}

export const about = (
  version: string,
  more: Partial<Record<'product' | 'hardware' | 'minimumVersion', string>> = {},
) => ({
  product: 'stationery-station',
  hardware: 'any',
  minimumVersion: '0.0.0',
  version,
  ...more,
});

export function tinyBundle(version: string, key?: KeyObject, health: Health = 'well'): Buffer {
  return stationBundle(about(version), { entry: tinyEntry, files: tinyFiles(version, health) }, key);
}

export function largeBundle(version: string, sizeBytes: number, key?: KeyObject): Buffer {
  const large = { path: 'node_modules/tiny/large', content: randomBytes(sizeBytes), executable: false };
  return stationBundle(about(version), { entry: tinyEntry, files: [...tinyFiles(version), large] }, key);
}

export interface TestKey {
  privateKey: KeyObject;
  publicFile: string;
}

export function testKey(folder: string, name = 'release'): TestKey {
  const { privateKey, publicKey } = makeKeyPair();
  const publicFile = join(folder, `${name}.pub`);
  writeFileSync(publicFile, publicKey);
  writeFileSync(join(folder, `${name}.key`), privateKey);
  return { privateKey: createPrivateKey(privateKey), publicFile };
}

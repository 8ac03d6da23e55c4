// The Node that goes into a package: Debian's own is too old, and a Pi should need no other source of software.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { machineCache } from '../machine-cache.mjs';
import { run } from '../prepare.mjs';

/** Long-term support, tried with this program. */
const nodeVersion = '22.23.3';

/** Its program and its licence as paths, or undefined where there is none for this architecture. */
export function nodeRuntime(architecture, given) {
  if (given !== undefined) return { program: resolve(given), licence: undefined };
  if (architecture.runtime === undefined) return undefined;
  return ensureNode(architecture, nodeVersion);
}

/** Node of a version, downloaded once for each machine. */
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
    // npm compares what it gets with the checksum that the registry has for this version.
    run('npm', ['pack', '--silent', '--pack-destination', work, name]);
    const archive = readdirSync(work).find((file) => file.endsWith('.tgz'));
    run('tar', ['-xzf', join(work, archive), '-C', work, 'package/bin/node', 'package/LICENSE']);
    rmSync(join(work, archive));
    renameSync(work, folder);
  } catch (error) {
    // Somebody else may have been quicker.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** That it is a program for this machine, of this version. */
function requireProgram(program, elfMachine, version) {
  const bytes = readFileSync(program);
  if (bytes.toString('latin1', 0, 4) !== '\x7fELF' || bytes.readUInt16LE(18) !== elfMachine) {
    throw new Error(`${program} is no program for this architecture`);
  }
  if (!bytes.includes(`node-v${version}`) && !bytes.includes(`v${version}`)) {
    throw new Error(`${program} is not Node ${version}`);
  }
}

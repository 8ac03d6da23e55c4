// The Node that goes into a package: Debian's own is too old, and a Pi should need no other source of software.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root, run } from '../prepare.mjs';

/** Long-term support, tried with this program. */
const nodeVersion = '22.23.3';

/** Its program and its licence as paths, or undefined where there is none for this architecture. */
export function nodeRuntime({ runtime, elfMachine }, given) {
  if (given !== undefined) return { program: resolve(given), licence: undefined };
  if (runtime === undefined) return undefined;
  const folder = join(root, '.stamps/package', `${runtime}-${nodeVersion}`);
  const [program, licence] = [join(folder, 'package/bin/node'), join(folder, 'package/LICENSE')];
  if (!existsSync(licence)) {
    process.stderr.write(`Getting Node ${nodeVersion} (${runtime}, once) …\n`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    // npm compares what it gets with the checksum that the registry has for this version.
    run('npm', ['pack', '--silent', '--pack-destination', folder, `${runtime}@${nodeVersion}`]);
    const archive = join(folder, `${runtime}-${nodeVersion}.tgz`);
    run('tar', ['-xzf', archive, '-C', folder, 'package/bin/node', 'package/LICENSE']);
    rmSync(archive);
  }
  requireProgram(program, elfMachine);
  return { program, licence };
}

/** That it is a program for this machine, of this version. */
function requireProgram(program, elfMachine) {
  const bytes = readFileSync(program);
  if (bytes.toString('latin1', 0, 4) !== '\x7fELF' || bytes.readUInt16LE(18) !== elfMachine) {
    throw new Error(`${program} is no program for this architecture`);
  }
  if (!bytes.includes(`node-v${nodeVersion}`) && !bytes.includes(`v${nodeVersion}`)) {
    throw new Error(`${program} is not Node ${nodeVersion}`);
  }
}

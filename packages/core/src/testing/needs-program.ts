import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface NeededProgram {
  /** Use as `describe.skipIf(!program.run)`. */
  readonly run: boolean;
  readonly path: string;
  readonly label: string;
}

/** Without the program, tests are skipped with this label, or fail with `CI=true`. */
export function needsProgram(name: string, debianPackage: string): NeededProgram {
  const label = `needs ${name} from the Debian package ${debianPackage}`;
  const path = findProgram(name);
  if (path === undefined && process.env.CI === 'true') {
    throw new Error(`This test ${label}. Install it: apt-get install ${debianPackage}`);
  }
  return { run: path !== undefined, path: path ?? name, label };
}

/** Like `needsProgram`, for a permission that root has. */
export function needsRight(right: string, run: boolean): { run: boolean; label: string } {
  const label = `needs the right to ${right}`;
  if (!run && process.env.CI === 'true') throw new Error(`This test ${label}: run it as root.`);
  return { run, label };
}

function findProgram(name: string): string | undefined {
  // Daemons are in sbin, which may not be in PATH.
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

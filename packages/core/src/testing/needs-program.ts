import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface NeededProgram {
  /** Use as `describe.skipIf(!program.run)`. */
  readonly run: boolean;
  readonly path: string;
  /** For the name of the skipped test. */
  readonly label: string;
}

/**
 * Finds a program that some tests need. Without it they are skipped and listed with this label; on
 * a build server (`CI=true`) they fail.
 */
export function needsProgram(name: string, debianPackage: string): NeededProgram {
  const label = `needs ${name} from the Debian package ${debianPackage}`;
  const path = findProgram(name);
  if (path === undefined && process.env.CI === 'true') {
    throw new Error(`This test ${label}. Install it: apt-get install ${debianPackage}`);
  }
  return { run: path !== undefined, path: path ?? name, label };
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

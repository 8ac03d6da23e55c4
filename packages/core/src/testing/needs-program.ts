import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface NeededProgram {
  /** Whether it is here. Use as `describe.skipIf(!program.run)`. */
  readonly run: boolean;
  readonly path: string;
  /** For the name of the skipped test. */
  readonly label: string;
}

/**
 * A real program that some tests talk to. Where it is missing they are skipped by name; a build server
 * (`CI=true`) must have it, for there a skipped proof would go unseen.
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
  // Daemons live in sbin, which is not on everyone's PATH.
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

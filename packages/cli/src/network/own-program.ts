import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const installed = '/usr/bin/stationery';
const entry = fileURLToPath(new URL('../../bin/stationery.mjs', import.meta.url));

/**
 * Returns the command line of this program. Prefers the installed
 * command, which stays in place when a later package moves the files.
 */
export function ownProgram(command = installed, file = entry): string[] {
  const [own, found] = [realPath(file), realPath(command)];
  if (found !== undefined && (found === own || found === wrapperOf(own))) return [command];
  return [process.execPath, file];
}

function wrapperOf(file: string | undefined): string | undefined {
  const inPackage = '/lib/node_modules/@stationery/cli/bin/stationery.mjs';
  return file?.endsWith(inPackage) ? `${file.slice(0, -inPackage.length)}/bin/stationery` : undefined;
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

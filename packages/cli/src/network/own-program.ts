import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const installed = '/usr/bin/stationery';

/** What units start: the installed command where this is it, and otherwise this very file with this very Node. */
export function ownProgram(): string[] {
  const entry = fileURLToPath(new URL('../../bin/stationery.mjs', import.meta.url));
  try {
    if (realpathSync(installed) === realpathSync(entry)) return [installed];
  } catch {
    // Not installed.
  }
  return [process.execPath, entry];
}

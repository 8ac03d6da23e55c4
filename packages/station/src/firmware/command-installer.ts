import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import {
  AppError,
  type Clock,
  type Deadline,
  DeadlineError,
  SettingError,
  withDeadline,
} from '@stationery/core';
import type { Installer } from './installer.ts';

const timeoutMs = 30 * 60_000;
const longestLine = 500;

/**
 * Has another program install the payload: `rauc install {file}`. No shell is involved: the setting is split
 * into words, and `{file}` is replaced in each. What the program says is the progress, its exit status the result.
 */
export function commandInstaller(command: string, incomingDir: string, clock: Clock): Installer {
  const [program, ...words] = splitWords(command);
  if (program === undefined || !words.some((word) => word.includes('{file}'))) {
    throw new SettingError(
      'STATION_FIRMWARE_INSTALLER must name a program and have {file} in it, as in “command:rauc install {file}”',
    );
  }
  return {
    name: 'command',
    incomingDir,
    requireReady: () => undefined,
    makeRoom: () => undefined,
    lowestVersion: () => null,
    async install({ file, payload }, { progress, signal }) {
      if (payload.kind !== 'file') {
        throw new AppError(
          'firmware-rejected',
          `The bundle holds a station, and not a file for “${program}”. Make it with “stationery firmware build --payload <file>”.`,
        );
      }
      const args = words.map((word) => word.replaceAll('{file}', file));
      const said: string[] = [];
      const ended = await run(program, args, { clock, timeoutMs, signal }, (line) => {
        said.push(line);
        said.splice(0, said.length - 3);
        progress(line);
      });
      if (ended !== undefined) {
        const words = said.length === 0 ? '' : ` It said: ${said.join(' / ')}`;
        throw new AppError('firmware-rejected', `“${program}” ${ended}.${words}`);
      }
    },
  };
}

/** Resolves with how it failed, or with nothing where all was well. */
async function run(
  program: string,
  args: readonly string[],
  deadline: Deadline,
  onLine: (line: string) => void,
): Promise<string | undefined> {
  try {
    const [code, killedBy] = await withDeadline(`“${program}”`, deadline, (signal) => {
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], signal });
      for (const input of [child.stdout, child.stderr]) {
        createInterface({ input }).on(
          'line',
          (line) => line.trim() !== '' && onLine(line.slice(0, longestLine)),
        );
      }
      return once(child, 'close') as Promise<[number | null, string | null]>;
    });
    if (code === 0) return undefined;
    return code === null ? `was ended by ${killedBy}` : `failed with status ${code}`;
  } catch (error) {
    if (deadline.signal?.aborted) return 'was cut off because the station stops';
    if (error instanceof DeadlineError) return 'took too long';
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'is not installed' : `cannot be started (${code})`;
  }
}

/** Words as people write them: separated by spaces, a word with spaces in single or double quotes. */
export function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

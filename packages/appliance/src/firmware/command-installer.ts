import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { FirmwareFailure } from '@stationery/contract';
import { type Clock, type Deadline, DeadlineError, SettingError, withDeadline } from '@stationery/core';
import { FirmwareRejected } from './firmware-rejected.ts';
import type { Installer } from './installer.ts';

const timeoutMs = 30 * 60_000;
const longestLine = 500;

/**
 * Runs an external program to install the payload, such as `rauc install {file}`. No shell is involved: the setting is
 * split into words, and `{file}` is replaced in each. The program's output is the progress, its exit status the
 * result.
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
      if (payload.kind !== 'file') throw new FirmwareRejected({ code: 'not-a-file', program });
      const args = words.map((word) => word.replaceAll('{file}', file));
      const lines: string[] = [];
      const failure = await run(program, args, { clock, timeoutMs, signal }, (line) => {
        lines.push(line);
        lines.splice(0, lines.length - 3);
        progress(line);
      });
      if (failure !== undefined) throw new FirmwareRejected(failure(lines.join(' / ')));
    },
  };
}

/** Resolves with the reason of a failure, from the program's last output; undefined on success. */
async function run(
  program: string,
  args: readonly string[],
  deadline: Deadline,
  onLine: (line: string) => void,
): Promise<((output: string) => FirmwareFailure) | undefined> {
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
    return (output) =>
      code === null
        ? { code: 'installer-killed', program, signal: String(killedBy), output }
        : { code: 'installer-failed', program, status: code, output };
  } catch (error) {
    if (deadline.signal?.aborted) return (output) => ({ code: 'installer-cut-off', program, output });
    if (error instanceof DeadlineError) return (output) => ({ code: 'installer-too-slow', program, output });
    const { code } = error as NodeJS.ErrnoException;
    return () =>
      code === 'ENOENT'
        ? { code: 'installer-missing', program }
        : { code: 'installer-not-started', program, message: String(code) };
  }
}

/** Splits a command line at spaces. Single or double quotes keep a word with spaces together. */
function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, (_, double, single) => double ?? single));
}

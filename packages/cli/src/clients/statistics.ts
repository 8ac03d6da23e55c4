import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createStationStatistics } from '@stationery/client/statistics';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { defineCommand } from '../command-line/command.ts';
import { stationOptions } from '../connection/connect.ts';
import { confirm } from '../terminal/ask.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';
import { clockText, plain } from '../terminal/words.ts';
import { connectTags } from './tags/find-tag.ts';
import { readTitles } from './tags/titles.ts';

const dayPattern = /^\d{4}-\d\d-\d\d$/;
const switches = ['on', 'off'] as const;

export const rangeOptions = {
  from: { placeholder: '<day>', help: 'The first day, for example 2026-06-01; default: 30 days ago' },
  to: { placeholder: '<day>', help: 'The last day; default: today' },
} as const;

export const statistics = defineCommand({
  summary: 'Show how often tags were tapped and how long they were listened to, or export it',
  about: 'Days are in the time zone of the station. Nothing about persons is recorded.',
  service: 'station',
  options: {
    ...rangeOptions,
    csv: {
      placeholder: '<file>',
      help: 'Export everything as CSV to a file, or to standard output with -',
      completes: 'file',
    },
    record: { placeholder: '<on|off>', help: 'Switch the recording on or off', completes: switches },
    clear: { help: 'Delete everything that was recorded' },
    yes: { help: 'Do not ask before deleting' },
  },
  examples: [
    'stationery statistics',
    'stationery statistics --from 2026-06-01 --csv june.csv',
    'stationery statistics --record off',
  ],
  async run(context) {
    const { options, out, signal } = context;
    const { from, to, csv, record } = options;
    requireDays({ from, to });
    if (record !== undefined && !switches.some((each) => each === record))
      throw new UsageError(`--record must be on or off, not “${record}”`);
    if (options.clear && !options.yes && !out.canAsk)
      throw new UsageError('not a terminal: use --yes to delete without asking');
    const client = createStationStatistics(await stationOptions(context.sources('client'), signal));
    if (options.clear) {
      if (!options.yes && !(await confirm(out, 'Delete all statistics?', signal)))
        throw new Failure('nothing was deleted');
      await client.clear({ signal });
    }
    if (record !== undefined) await client.setRecording(record === 'on', { signal });
    if (csv !== undefined) {
      await saveTable(await client.csv({ signal, from, to }), csv, out.streams.stdout);
      return exitCodes.good;
    }
    const shown = await client.get({ signal, from, to });
    const isUnnamed = shown.tags.some(({ tag, name }) => tag !== null && name === null);
    const details = isUnnamed ? await (await connectTags(context)).list({ signal }) : [];
    const titleOf = await readTitles(context, details);
    out.result(shown, () => {
      const rows = shown.tags.map(({ tag, serial, name, taps, listened }) => {
        const known = details.find(({ id }) => id === tag);
        const title = name ?? (known && titleOf(known)) ?? serial ?? `tag ${tag}, forgotten`;
        return [taps, clockText(Math.round(listened)), tag === null ? 'unknown tags' : plain(title)];
      });
      out.table(['TAPS', 'LISTENED', 'TAG'], rows, 'No taps.');
      out.line(out.style('dim', `${shown.from} to ${shown.to}, recording ${shown.recording ? 'on' : 'off'}`));
    });
  },
});

export function requireDays(days: { from: string | undefined; to: string | undefined }): void {
  for (const [name, value] of Object.entries(days))
    if (value !== undefined && !dayPattern.test(value))
      throw new UsageError(`--${name} must be a day such as 2026-06-30, not “${value}”`);
}

/** Saves the table to a file; the path `-` is standard output. */
export async function saveTable(
  answer: Response,
  path: string,
  stdout: NodeJS.WritableStream,
): Promise<void> {
  const body = Readable.fromWeb(answer.body as import('node:stream/web').ReadableStream);
  if (path === '-') {
    for await (const chunk of body) stdout.write(chunk as Buffer);
    return;
  }
  try {
    await pipeline(body, createWriteStream(path, { flags: 'wx' }));
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') throw new Failure(`“${path}” exists. Choose another name`);
    throw new Failure(`can’t write “${path}”: ${messageOf(error)}`);
  }
}

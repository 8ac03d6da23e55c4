import {
  type Card,
  ConnectionError,
  type ProgressOptions,
  ServiceError,
  type StationClient,
} from '@stationery/client';
import { fileContent } from '@stationery/client/node';
import type { ResumableUploads } from '@stationery/client/uploads';
import { messageOf } from '@stationery/core/errors';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { exitCodeOf } from '../../command-line/describe-error.ts';
import { exitCodes, UsageError } from '../../terminal/exit-codes.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { counted, plain, sizeText } from '../../terminal/words.ts';
import { type LocalFile, localFiles } from './local-files.ts';
import { connectUploads, type FileToSend, sendFile } from './send-file.ts';

interface Outcome {
  path: string;
  filename: string;
  state: 'uploaded' | 'replaced' | 'skipped' | 'failed' | 'not sent';
  id?: number;
  size?: number;
  error?: string;
}

export const put = defineCommand({
  summary: 'Upload files to the card',
  arguments: '<path…>',
  completes: ['file'],
  about: `Takes files, folders and wildcards; “-” is standard input. A folder becomes a folder on the card, which can be bound
to a tag as an album. Files are
uploaded one after another in the order given. Files that are on the card with the same name and size are skipped, and a
file of 1 MiB or more continues where it was interrupted, so the same command continues an upload. When the connection
breaks, it retries for a minute.

A file that is replaced with --replace keeps its id and its tags. The old one stays until all of the new one is uploaded,
so the card needs room for both.`,
  service: 'station',
  options: {
    name: {
      placeholder: '<name>',
      help: 'Name on the card, such as song.mp3 or Songs/song.mp3; for one file or “-”',
    },
    replace: { help: 'Replace files of the same name that have another size' },
  },
  examples: [
    'stationery files put song.mp3 story.mp3',
    "stationery files put 'music/*.mp3'",
    'stationery files put album/',
    'date | stationery files put - --name now.txt',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const { name } = options;
    const station = await context.station();
    if (args.includes('-')) return putStandardInput(context, station, args, name, options.replace);
    const files = localFiles(args);
    if (name !== undefined) {
      if (files.length !== 1) throw new UsageError('--name needs exactly one file');
      files[0]!.filename = name;
    }
    const card = await station.card({ signal });
    const uploads = await connectUploads(context);
    const outcomes: Outcome[] = [];
    let exitCode: number = exitCodes.good;
    for (const file of files) {
      const { path, filename } = file;
      if (signal.aborted) {
        outcomes.push({ path, filename, state: 'not sent' });
        continue;
      }
      try {
        outcomes.push(await putOne(context, { station, uploads }, card, file, options.replace));
      } catch (error) {
        const stopped = signal.aborted;
        outcomes.push({ path, filename, state: stopped ? 'not sent' : 'failed', error: messageOf(error) });
        if (stopped) exitCode = exitCodes.interrupted;
        else {
          if (exitCode === exitCodes.good) exitCode = exitCodeOf(error);
          out.note(`${out.style('red', 'failed', 'stderr')}  ${plain(filename)}: ${plain(messageOf(error))}`);
        }
        if (stopped || !isOfOneFile(error)) {
          const rest = files.slice(files.indexOf(file) + 1);
          outcomes.push(
            ...rest.map((each) => ({ path: each.path, filename: each.filename, state: 'not sent' as const })),
          );
          break;
        }
      }
    }
    out.result({ files: outcomes }, () => undefined);
    if (files.length > 1 || exitCode !== exitCodes.good) out.note(summaryOf(outcomes));
    return exitCode;
  },
});

/** Whether the error concerns only this file, so that the next file may succeed. */
const isOfOneFile = (error: unknown) =>
  !(error instanceof ConnectionError) &&
  !(error instanceof ServiceError && (error.status >= 500 || error.status === 401));

/** Names on a card are case-insensitive. */
const onCard = (card: Card, filename: string) =>
  card.files.find((file) => file.filename.toLowerCase() === filename.toLowerCase());

async function putOne(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  clients: { station: StationClient; uploads: ResumableUploads },
  card: Card,
  { path, filename, sizeBytes }: LocalFile,
  mayReplace: boolean,
): Promise<Outcome> {
  const there = onCard(card, filename);
  if (there !== undefined && there.size === sizeBytes) {
    out.line(`${out.style('dim', 'skipped ')}  ${plain(filename)}  ${sizeText(sizeBytes)}`);
    return { path, filename, state: 'skipped', id: there.id, size: there.size };
  }
  const transfer = new Transfer(out, filename);
  const progress: Pick<FileToSend, 'signal' | 'onProgress' | 'onRetry'> = {
    signal,
    onProgress: ({ sentBytes, totalBytes }) => transfer.show(sentBytes, totalBytes),
    onRetry: () => transfer.say('Connection lost. Trying again …'),
  };
  try {
    const content = await fileContent(path);
    const replaces = mayReplace ? there : undefined;
    const { id, size } = await sendFile(clients, content, { filename, replaces, ...progress });
    transfer.end();
    const word = replaces === undefined ? 'uploaded' : 'replaced';
    out.line(`${out.style('green', word)}  ${plain(filename)}  ${sizeText(size)}`);
    return { path, filename, state: word, id, size };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'name-taken' && there !== undefined && !mayReplace) {
      error.message += ' It has another size. Use --replace to replace it.';
    }
    throw error;
  } finally {
    transfer.end();
  }
}

async function putStandardInput(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  station: StationClient,
  args: readonly string[],
  filename: string | undefined,
  mayReplace: boolean,
): Promise<number> {
  if (args.length > 1 || filename === undefined) {
    throw new UsageError('“-” must be the only argument, and needs --name <name>');
  }
  const there = mayReplace ? onCard(await station.card({ signal }), filename) : undefined;
  const transfer = new Transfer(out, filename);
  const progress: ProgressOptions = {
    signal,
    onProgress: ({ sentBytes }) => transfer.show(sentBytes, undefined),
  };
  try {
    const { stdin } = out.streams;
    const file =
      there === undefined
        ? await station.upload(stdin, { filename, ...progress })
        : await station.replace(there, stdin, progress);
    transfer.end();
    const state = there === undefined ? 'uploaded' : 'replaced';
    const outcome: Outcome = { path: '-', state, ...file };
    out.result({ files: [outcome] }, () =>
      out.line(`${out.style('green', state)}  ${plain(file.filename)}  ${sizeText(file.size)}`),
    );
    return exitCodes.good;
  } finally {
    transfer.end();
  }
}

function summaryOf(outcomes: readonly Outcome[]): string {
  const count = (...states: Outcome['state'][]) =>
    outcomes.filter(({ state }) => states.includes(state)).length;
  const [done, skipped, failed, notSent] = [
    count('uploaded', 'replaced'),
    count('skipped'),
    count('failed'),
    count('not sent'),
  ];
  const parts = [`${counted(done, 'file')} uploaded`];
  if (skipped > 0) parts.push(`${skipped} skipped`);
  if (failed > 0) parts.push(`${failed} failed`);
  if (notSent > 0) parts.push(`${notSent} not sent. Run the same command again to continue`);
  return `${parts.join(', ')}.`;
}

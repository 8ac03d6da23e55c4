import type { StationClient, Tag } from '@stationery/client';
import { defineCommand } from '../../command-line/command.ts';
import { readNumber } from '../../command-line/parse-arguments.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { stationSnapshot } from '../station-snapshot.ts';
import { requireFile } from './find-tag.ts';
import { waitForTags } from './wait-for-tags.ts';

const defaultSeconds = 30;
const maxSeconds = 86_400;

export const add = defineCommand({
  summary: 'Add a tag: wait for a new one on the reader',
  about: 'Put a new tag on the reader. Without a reader, see: stationery simulate tag --help',
  service: 'station',
  options: {
    timeout: { placeholder: '<seconds>', help: `How long to wait, default: ${defaultSeconds}` },
    many: { help: 'Add one tag after another, until none comes in time' },
    bind: { placeholder: '<name>', help: 'The file on the card to bind to the tag', completes: 'card-file' },
  },
  examples: [
    'stationery tags add',
    'stationery tags add --timeout 120 --bind song.mp3',
    'stationery tags add --many',
  ],
  async run({ options, out, signal, ...context }) {
    const seconds = readNumber(options.timeout, 'timeout', defaultSeconds, maxSeconds);
    const station = await context.station();
    const { bind } = options;
    if (bind !== undefined) await requireFile(station, bind, signal);
    for (const tag of await knownOnReader(station, signal)) {
      out.note(
        `The tag on the reader is already added: ${describeTag(tag)}. Remove it from the reader, and put a new one on.`,
      );
    }
    let tags = await waitForTags(station, out, 'Put a new tag on the reader', seconds, signal);
    if (tags.length === 0)
      throw new Failure(`no new tag was put on the reader within ${seconds} s`, exitCodes.timedOut);
    const all: Tag[] = [];
    while (tags.length > 0) {
      if (bind !== undefined)
        tags = await Promise.all(tags.map(({ id }) => station.bind(id, bind, { signal })));
      all.push(...tags);
      for (const tag of tags) out.line(`${out.style('green', 'added')}  ${describeTag(tag)}`);
      tags = options.many
        ? await waitForTags(station, out, 'Put the next tag on the reader', seconds, signal)
        : [];
    }
    out.result({ tags: all }, () => undefined);
  },
});

export function describeTag({ id, serial, model, filename }: Tag): string {
  const bound = filename === null ? 'no file' : `bound to “${plain(filename)}”`;
  return `tag ${id}, ${serial}, ${model}, ${bound}`;
}

/** Returns the known tags on the reader now, because waiting for a new tag does not report them. */
async function knownOnReader(station: StationClient, signal: AbortSignal): Promise<Tag[]> {
  const snapshot = await stationSnapshot(station, signal);
  const serials = snapshot?.present.map(({ serial }) => serial) ?? [];
  return (await station.tags({ signal })).filter(({ serial }) => serials.includes(serial));
}

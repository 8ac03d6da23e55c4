import type { Tag } from '@stationery/client';
import { type CommandGroup, defineCommand } from '../../command-line/command.ts';
import { confirm } from '../../terminal/ask.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { counted, plain } from '../../terminal/words.ts';
import { add, describeTag } from './add.ts';
import { describeDetails, describeMeaning, describeMissing, describeSettings } from './describe-details.ts';
import { exhibit } from './exhibit.ts';
import { connectTags, findTag, folderOnCard, requireFile } from './find-tag.ts';
import { labels } from './labels.ts';
import { action, link, play, setMeaning, stream } from './meanings.ts';
import { name } from './name.ts';
import { playback } from './playback.ts';
import { plot } from './plot.ts';
import { readTitles } from './titles.ts';
import { waitForTags } from './wait-for-tags.ts';

const bind = defineCommand({
  summary: 'Bind a file or a folder to a tag',
  arguments: '<serial, id or name> <file>',
  about: 'A tag with a folder plays all files in it, also those that are added later.',
  completes: ['tag', 'card-file'],
  service: 'station',
  examples: ['stationery tags bind 0x04A2245A6B2C80 song.mp3', 'stationery tags bind 1 Songs/'],
  async run(context) {
    const { args, out, signal } = context;
    const [word = '', filename = ''] = args;
    const station = await context.station();
    const tags = await connectTags(context);
    const { id } = findTag(await tags.list({ signal }), word);
    const folder = await folderOnCard(station, filename, signal);
    if (folder !== undefined) return setMeaning(context, word, { kind: 'album', folder, shuffled: false });
    await requireFile(station, filename, signal);
    const tag = await station.bind(id, filename, { signal });
    out.result(tag, () => out.line(describeTag(tag)));
  },
});

const unbind = defineCommand({
  summary: 'Remove the file from tags',
  arguments: '<serial, id or name…>',
  completes: ['tag'],
  service: 'station',
  examples: ['stationery tags unbind 0x04A2245A6B2C80', 'stationery tags unbind 1 2'],
  async run(context) {
    const { args, out, signal } = context;
    const station = await context.station();
    const known = await (await connectTags(context)).list({ signal });
    const tags: Tag[] = [];
    for (const { id } of args.map((word) => findTag(known, word))) {
      tags.push(await station.bind(id, null, { signal }));
    }
    out.result({ tags }, () => {
      for (const tag of tags) out.line(describeTag(tag));
    });
  },
});

const ls = defineCommand({
  summary: 'List the tags of the station, with their names and what they do',
  service: 'station',
  examples: ['stationery tags ls', 'stationery tags ls --json'],
  async run(context) {
    const { out, signal } = context;
    const [tags, details] = await Promise.all([
      (await context.station()).tags({ signal }),
      (await connectTags(context)).list({ signal }),
    ]);
    const filenames = new Map(tags.map(({ id, filename }) => [id, filename]));
    const all = details.map((tag) => ({ ...tag, filename: filenames.get(tag.id) ?? null }));
    const titleOf = await readTitles(context, details);
    out.result({ tags: all }, () => {
      if (all.length === 0) out.note('There are no tags. “stationery tags add” adds one.');
      else
        out.table(
          ['ID', 'SERIAL', 'NAME', 'DOES'],
          all.map((tag) => [
            tag.id,
            tag.serial,
            plain(titleOf(tag) ?? '–'),
            describeMeaning(tag.meaning) + describeSettings(tag) + describeMissing(tag.missing),
          ]),
        );
    });
  },
});

const forget = defineCommand({
  summary: 'Forget tags',
  arguments: '<serial, id or name…>',
  completes: ['tag'],
  about: 'It asks first; without a terminal it needs --yes. A tag that is forgotten can be added again.',
  service: 'station',
  options: { yes: { help: 'Do not ask' } },
  examples: ['stationery tags forget lion', 'stationery tags forget --yes 1 2'],
  async run(context) {
    const { args, options, out, signal } = context;
    const tags = await connectTags(context);
    const known = await tags.list({ signal });
    const found = [...new Set(args.map((word) => findTag(known, word)))];
    if (!options.yes) {
      if (!out.canAsk) throw new UsageError('not a terminal: use --yes to forget without asking');
      for (const tag of found) out.note(`  ${describeDetails(tag)}`);
      if (!(await confirm(out, `Forget ${counted(found.length, 'tag')}?`, signal)))
        throw new Failure('no tag was forgotten');
    }
    for (const tag of found) {
      await tags.remove(tag.id, { signal });
      out.line(`forgotten  ${describeDetails(tag)}`);
    }
    out.result({ forgotten: found }, () => undefined);
  },
});

const waitSeconds = 60;

const replace = defineCommand({
  summary: 'Replace a lost tag: the new tag gets its name, files and position',
  arguments: '<lost: serial, id or name> [replacement]',
  completes: ['tag'],
  about: `Without a replacement it waits ${waitSeconds} s for a new tag on the reader. The lost tag is forgotten.`,
  service: 'station',
  options: { overwrite: { help: 'Even if the replacement has a name or files of its own' } },
  examples: ['stationery tags replace lion', 'stationery tags replace lion 0x04A2245A6B2C81'],
  async run(context) {
    const { args, options, out, signal } = context;
    const [word = '', other] = args;
    const tags = await connectTags(context);
    const known = await tags.list({ signal });
    const lost = findTag(known, word);
    let replacement = other === undefined ? undefined : findTag(known, other).id;
    if (replacement === undefined) {
      const station = await context.station();
      const [added] = await waitForTags(station, out, 'Put a new tag on the reader', waitSeconds, signal);
      if (added === undefined)
        throw new Failure(`no new tag was put on the reader within ${waitSeconds} s`, exitCodes.timedOut);
      replacement = added.id;
    }
    const tag = await tags.replace(lost.id, replacement, { signal, overwrite: options.overwrite });
    out.result(tag, () => out.line(describeDetails(tag)));
  },
});

const watch = defineCommand({
  summary: 'Show every tag that is put on the reader or taken off',
  about: 'Runs until Ctrl+C. With --json every event is one line.',
  service: 'station',
  examples: ['stationery tags watch', 'stationery tags watch --json | jq .filename'],
  async run({ out, signal, ...context }) {
    const station = await context.station();
    const onState = ({ state }: { state: string }) => {
      if (state === 'lost') out.note('The connection is lost. Reconnecting …');
    };
    for await (const { name, data } of station.events({ signal, onState })) {
      if (name === 'snapshot') out.note('Watching. Stop with Ctrl+C.');
      if (name !== 'tap.on' && name !== 'tap.off') continue;
      const { serial, id, filename } = data;
      const known = id === null ? 'new tag' : filename === null ? 'no file' : plain(filename);
      const word = name === 'tap.on' ? out.style('green', 'on ') : out.style('dim', 'off');
      out.event({ event: name, ...data }, () => out.line(`${word}  ${serial}  ${known}`));
    }
    return exitCodes.interrupted;
  },
});

export const tags: CommandGroup = {
  summary: 'Tags of a station: their names, and what they do',
  commands: {
    ls,
    add,
    name,
    bind,
    play,
    playback,
    plot,
    exhibit,
    action,
    link,
    stream,
    unbind,
    labels,
    replace,
    forget,
    watch,
  },
  examples: [
    'stationery tags add --bind song.mp3',
    'stationery tags ls',
    'stationery tags name 1 Lion',
    'stationery tags play lion roar.mp3 song.mp3',
    'stationery tags unbind 1',
  ],
};

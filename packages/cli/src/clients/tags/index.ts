import type { Tag } from '@stationery/client';
import { type CommandGroup, defineCommand } from '../../command-line/command.ts';
import { add, describeTag } from './add.ts';
import { exhibit } from './exhibit.ts';
import { findTag, folderOnCard, requireFile } from './find-tag.ts';
import { forget } from './forget.ts';
import { labels } from './labels.ts';
import { ls } from './ls.ts';
import { action, link, play, setMeaning, stream } from './meanings.ts';
import { name } from './name.ts';
import { playback } from './playback.ts';
import { plot } from './plot.ts';
import { replace } from './replace.ts';
import { watch } from './watch.ts';

const bind = defineCommand({
  summary: 'Bind a file or a folder to a tag',
  arguments: '<serial or id> <name>',
  about: 'A tag with a folder plays all files in it, also those that are added later.',
  completes: ['tag', 'card-file'],
  service: 'station',
  examples: ['stationery tags bind 0x04A2245A6B2C80 song.mp3', 'stationery tags bind 1 Songs/'],
  async run({ args: [word = '', filename = ''], out, signal, ...context }) {
    const station = await context.station();
    const { id } = findTag(await station.tags({ signal }), word);
    const folder = await folderOnCard(station, filename, signal);
    if (folder !== undefined)
      return setMeaning({ out, signal, ...context }, word, { kind: 'album', folder, shuffled: false });
    await requireFile(station, filename, signal);
    const tag = await station.bind(id, filename, { signal });
    out.result(tag, () => out.line(describeTag(tag)));
  },
});

const unbind = defineCommand({
  summary: 'Remove the file from tags',
  arguments: '<serial or id…>',
  completes: ['tag'],
  service: 'station',
  examples: ['stationery tags unbind 0x04A2245A6B2C80', 'stationery tags unbind 1 2'],
  async run({ args, out, signal, ...context }) {
    const station = await context.station();
    const known = await station.tags({ signal });
    const tags: Tag[] = [];
    for (const { id } of args.map((word) => findTag(known, word))) {
      tags.push(await station.bind(id, null, { signal }));
    }
    out.result({ tags }, () => {
      for (const tag of tags) out.line(describeTag(tag));
    });
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

import { defineCommand } from '../../command-line/command.ts';
import { plain } from '../../terminal/words.ts';
import { describeMeaning, describeMissing, describeSettings } from './describe-details.ts';
import { connectTags } from './find-tag.ts';

export const ls = defineCommand({
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
    out.result({ tags: all }, () => {
      if (all.length === 0) out.note('There are no tags. “stationery tags add” adds one.');
      else
        out.table(
          ['ID', 'SERIAL', 'NAME', 'DOES'],
          all.map((tag) => [
            tag.id,
            tag.serial,
            tag.name === null ? '–' : plain(tag.name),
            describeMeaning(tag.meaning) + describeSettings(tag) + describeMissing(tag.missing),
          ]),
        );
    });
  },
});

import { defineCommand } from '../command.ts';
import { exitCodes, Failure } from '../exit-codes.ts';
import { normalizedName } from '../files/normalized-name.ts';
import { readNumber } from '../parse-arguments.ts';
import { describeTag } from './describe-tag.ts';
import { knownOnReader } from './known-on-reader.ts';
import { waitForTags } from './wait-for-tags.ts';

const usualSeconds = 30;
const longestSeconds = 86_400;

export const learn = defineCommand({
  summary: 'Wait for a new tag and learn it',
  about:
    'Lay a tag on the reader that the station does not know yet. Without a reader: stationery simulate tag --help',
  service: 'station',
  options: {
    timeout: { placeholder: '<seconds>', help: `How long to wait, default: ${usualSeconds}` },
    bind: { placeholder: '<name>', help: 'The file on the card to bind to it' },
  },
  examples: ['stationery tags learn', 'stationery tags learn --timeout 120 --bind song.mp3'],
  async run({ options, out, signal, ...context }) {
    const seconds = readNumber(options.timeout, 'timeout', usualSeconds, longestSeconds);
    const station = await context.station();
    const { bind } = options;
    if (bind !== undefined) {
      const { files } = await station.card({ signal });
      const name = normalizedName(bind);
      if (!files.some(({ filename }) => filename === name)) {
        throw new Failure(`there is no file “${bind}” on the card to bind; put it there first`);
      }
    }
    for (const tag of await knownOnReader(station, signal)) {
      out.note(`${describeTag(tag)} is known already. Take it off, and lay another one on.`);
    }
    let tags = await waitForTags(station, out, 'Lay a new tag on the reader', seconds, signal);
    if (tags.length === 0) throw new Failure(`no new tag came within ${seconds} s`, exitCodes.inVain);
    if (bind !== undefined)
      tags = await Promise.all(tags.map(({ id }) => station.bind(id, bind, { signal })));
    out.result({ tags }, () => {
      for (const tag of tags) out.line(`${out.style('green', 'learned')}  ${describeTag(tag)}`);
    });
    return exitCodes.good;
  },
});

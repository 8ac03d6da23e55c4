import type { TagMeaning } from '@stationery/client/tags';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { findFiles } from '../files/find-files.ts';
import { actionOf, amountsOf, playerActions } from '../player/setting-words.ts';
import { changeTag } from './change-tag.ts';

const tagWord = '<serial, id or name>';

export const setMeaning = (
  context: Pick<CommandContext, 'sources' | 'signal' | 'out'>,
  word: string,
  meaning: TagMeaning,
) => changeTag(context, word, () => ({ meaning }));

export const play = defineCommand({
  summary: 'Let a tag play files, one after another',
  arguments: `${tagWord} <name…>`,
  completes: ['tag', 'card-file'],
  about: 'Takes names, ids and wildcards in quotes. To play a file now, see: stationery play --help',
  service: 'station',
  options: { shuffle: { help: 'In a different order each time' } },
  examples: ['stationery tags play lion roar.mp3 song.mp3', "stationery tags play 1 --shuffle '*.mp3'"],
  async run(context) {
    const { args, options, signal } = context;
    const [word = '', ...names] = args;
    const { files } = await (await context.station()).card({ signal });
    const filenames = findFiles(files, names).map(({ filename }) => filename);
    return setMeaning(context, word, { kind: 'playlist', files: filenames, shuffled: options.shuffle });
  },
});

export const action = defineCommand({
  summary:
    'Let a tag do something: change the volume, skip, seek, pause, stop, or set the sleep timer or the language',
  arguments: `${tagWord} <action>`,
  completes: ['tag', playerActions],
  about: `Actions: ${playerActions.join(', ')}. The action pause also resumes.`,
  service: 'station',
  options: {
    minutes: { placeholder: '<minutes>', help: 'Duration of the sleep timer, default: 30' },
    seconds: { placeholder: '<seconds>', help: 'How far forward or back, default: 30' },
    language: { placeholder: '<code>', help: 'The language of visitors, such as de; default: the next' },
  },
  examples: [
    'stationery tags action 2 volume-up',
    'stationery tags action moon sleep --minutes 20',
    'stationery tags action 3 back --seconds 15',
    'stationery tags action flag language --language de',
  ],
  async run(context) {
    const { args, options } = context;
    const [word = '', wanted] = args;
    const known = playerActions.find((each) => each === wanted);
    if (known === undefined)
      throw new UsageError(`the action must be ${playerActions.join(', ')}, not “${wanted}”`);
    const { minutes, seconds, language } = options;
    if (minutes !== undefined && known !== 'sleep') throw new UsageError('--minutes needs the action sleep');
    if (seconds !== undefined && known !== 'forward' && known !== 'back')
      throw new UsageError('--seconds needs the action forward or back');
    return setMeaning(context, word, {
      kind: 'action',
      action: actionOf(known),
      ...amountsOf(options),
      ...(language !== undefined && { language }),
    });
  },
});

export const link = defineCommand({
  summary: 'Let a tag open a web address on the pages of visitors',
  arguments: `${tagWord} <address>`,
  completes: ['tag', []],
  service: 'station',
  examples: ['stationery tags link lion https://example.org/lion'],
  run: (context) => setMeaning(context, context.args[0] ?? '', { kind: 'link', url: context.args[1] ?? '' }),
});

export const stream = defineCommand({
  summary: 'Let a tag play a web radio station or a podcast',
  arguments: `${tagWord} <address>`,
  completes: ['tag', []],
  about: 'The station needs a network cable. Streams come from the internet only.',
  service: 'station',
  examples: ['stationery tags stream lion https://example.org/radio.mp3'],
  run: (context) =>
    setMeaning(context, context.args[0] ?? '', { kind: 'stream', url: context.args[1] ?? '' }),
});

import type { TagExhibit } from '@stationery/client/tags';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { findFiles } from '../files/find-files.ts';
import { wholeNumber } from '../player/setting-words.ts';
import { changeTag } from './change-tag.ts';

export const exhibit = defineCommand({
  summary: 'Set the texts and pictures that a screen shows while a tag plays',
  arguments: '<serial, id or name> [picture…]',
  completes: ['tag', 'card-file'],
  about:
    'Pictures replace those of the tag. A title or text changes one language; an empty text removes it. The first language is for visitors of other languages.',
  service: 'station',
  options: {
    language: { placeholder: '<code>', help: 'The language of title and text, such as de' },
    title: { placeholder: '<text>', help: 'The title in this language', mayBeEmpty: true },
    text: { placeholder: '<text>', help: 'The text in this language', mayBeEmpty: true },
    seconds: { placeholder: '<seconds>', help: 'How long each picture is shown, default 8' },
    reset: { help: 'Remove all texts and pictures first' },
  },
  examples: [
    'stationery tags exhibit lion lion-1.jpg lion-2.jpg --seconds 10',
    "stationery tags exhibit lion --language de --title 'Der Löwe' --text 'Er schläft.'",
    'stationery tags exhibit lion --reset',
  ],
  async run(context) {
    const { args, options, signal } = context;
    const [word = '', ...pictures] = args;
    const { language, title, text } = options;
    if (((title ?? text) === undefined) !== (language === undefined))
      throw new UsageError('--language and --title or --text need each other');
    const seconds = wholeNumber('--seconds', options.seconds, 600, 2);
    const isChange = options.reset || language !== undefined || pictures.length > 0 || seconds !== undefined;
    const files = pictures.length > 0 ? (await (await context.station()).card({ signal })).files : [];
    return changeTag(context, word, (known) => {
      if (!isChange) return undefined;
      const before: TagExhibit = options.reset ? {} : (known.exhibit ?? {});
      const exhibit = {
        ...before,
        ...(language !== undefined && { texts: withText(before.texts ?? [], { language, title, text }) }),
        ...(pictures.length > 0 && { pictures: findFiles(files, pictures).map(({ filename }) => filename) }),
        ...(seconds !== undefined && { seconds }),
      };
      return { exhibit };
    });
  },
});

type Texts = NonNullable<TagExhibit['texts']>;

/** Changes one text and keeps the order of the languages. Empty texts are removed. */
function withText(
  texts: Texts,
  { language, ...change }: { language: string; title: string | undefined; text: string | undefined },
): Texts {
  const others = texts.some((each) => each.language === language) ? texts : [...texts, { language }];
  return others.flatMap((each) => {
    if (each.language !== language) return each;
    const { title = each.title, text = each.text } = change;
    return title || text ? { language, ...(title && { title }), ...(text && { text }) } : [];
  });
}

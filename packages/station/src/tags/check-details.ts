import type { TagDetailsChange, TagExhibit, TagMeaning } from '@stationery/contract';
import { textControls } from '@stationery/contract/text-controls';
import { AppError } from '@stationery/core';

const maxName = 100;
const maxNote = 2_000;
const maxTitle = 200;
const maxText = 4_000;

/** JSON pointer of a member in a client request. */
export const at = (member: string) => `/data/attributes/${member}`;

/** Returns the texts as stored. Checks that need the card are done elsewhere. */
export function checkDetails({ name, colour, note, exhibit, meaning }: TagDetailsChange) {
  const texts = {
    ...(name !== undefined && { name: name && oneLine('A name', name, maxName, at('name')) }),
    ...(colour !== undefined && { colour: colour?.toLowerCase() ?? null }),
    ...(note !== undefined && { note: note && (longText('A note', note, maxNote, at('note')) || null) }),
    ...(exhibit !== undefined && { exhibit: exhibit && checkExhibit(exhibit) }),
  };
  if (meaning) checkMeaning(meaning);
  return texts;
}

function checkMeaning(meaning: TagMeaning): void {
  if ('url' in meaning && !URL.canParse(meaning.url))
    refuse('This is not a valid web address.', at('meaning/url'));
  if (meaning.kind === 'action' && meaning.minutes !== undefined && meaning.action !== 'sleep')
    refuse('“minutes” is only for the action “sleep”.', at('meaning/minutes'));
  if (meaning.kind === 'action' && meaning.seconds !== undefined && !isSeek(meaning.action))
    refuse('“seconds” is only for the actions “forward” and “back”.', at('meaning/seconds'));
  if (meaning.kind === 'action' && meaning.language !== undefined && meaning.action !== 'language')
    refuse('“language” is only for the action “language”.', at('meaning/language'));
}

export const defaultSleepMinutes = 30;
export const defaultSeekSeconds = 30;
export const isSeek = (action: string) => action === 'forward' || action === 'back';

function checkExhibit({ texts = [], ...shown }: TagExhibit): TagExhibit {
  const languages = new Set(texts.map(({ language }) => language));
  if (languages.size < texts.length) refuse('Each language can have only one text.', at('exhibit/texts'));
  const stored = texts.map(({ language, title, text }, index) => ({
    language,
    ...(title !== undefined && {
      title: oneLine('A title', title, maxTitle, at(`exhibit/texts/${index}/title`)),
    }),
    ...(text !== undefined && { text: longText('A text', text, maxText, at(`exhibit/texts/${index}/text`)) }),
  }));
  return { ...shown, ...(stored.length > 0 && { texts: stored }) };
}

function oneLine(what: string, text: string, most: number, pointer: string): string {
  const line = text.trim();
  const length = [...line].length;
  if (length < 1 || length > most)
    refuse(`${what} must have 1 to ${most} characters; this has ${length}.`, pointer);
  if (textControls.test(line) || !line.isWellFormed())
    refuse(`${what} must be one line of text without control characters or direction marks.`, pointer);
  return line;
}

function longText(what: string, text: string, most: number, pointer: string): string {
  const stored = text.replaceAll('\r\n', '\n').trim();
  const length = [...stored].length;
  if (length > most) refuse(`${what} may have up to ${most} characters; this has ${length}.`, pointer);
  if (/[^\P{Cc}\n\t]/u.test(stored) || !stored.isWellFormed())
    refuse(`${what} must be text without control characters.`, pointer);
  return stored;
}

export function refuse(message: string, pointer: string): never {
  throw new AppError('invalid-request', message, { pointer });
}

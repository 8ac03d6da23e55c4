import type { TagDetailsChange, TagMeaning } from '@stationery/contract';
import { textControls } from '@stationery/contract/text-controls';
import { AppError } from '@stationery/core';

const maxName = 100;
const maxNote = 2_000;

/** JSON pointer of a member in a client request. */
export const at = (member: string) => `/data/attributes/${member}`;

/** Validates a change and returns its texts as stored. Checks that need the card are done elsewhere. */
export function checkDetails({ name, colour, note, meaning }: TagDetailsChange) {
  const texts = {
    ...(name !== undefined && { name: name && oneLine(name) }),
    ...(colour !== undefined && { colour: colour?.toLowerCase() ?? null }),
    ...(note !== undefined && { note: note && checkNote(note) }),
  };
  if (meaning) checkMeaning(meaning);
  return texts;
}

function checkMeaning(meaning: TagMeaning): void {
  if ('url' in meaning && !URL.canParse(meaning.url))
    refuse('This is not an address of the web.', at('meaning/url'));
  if (meaning.kind === 'action' && meaning.minutes !== undefined && meaning.action !== 'sleep')
    refuse('“minutes” goes with the action “sleep” only.', at('meaning/minutes'));
  if (meaning.kind === 'action' && meaning.seconds !== undefined && !isSeek(meaning.action))
    refuse('“seconds” is only for the actions “forward” and “back”.', at('meaning/seconds'));
}

export const isSeek = (action: string) => action === 'forward' || action === 'back';

function oneLine(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length < 1 || length > maxName)
    refuse(`A name has 1 to ${maxName} characters; this has ${length}.`, at('name'));
  if (textControls.test(name) || !name.isWellFormed())
    refuse('A name is one line of text without control characters or direction marks.', at('name'));
  return name;
}

function checkNote(text: string): string | null {
  const note = text.replaceAll('\r\n', '\n').trim();
  const length = [...note].length;
  if (length > maxNote) refuse(`A note has up to ${maxNote} characters; this has ${length}.`, at('note'));
  if (/[^\P{Cc}\n\t]/u.test(note) || !note.isWellFormed())
    refuse('A note is text without control characters.', at('note'));
  return note === '' ? null : note;
}

export function refuse(message: string, pointer: string): never {
  throw new AppError('invalid-request', message, { pointer });
}

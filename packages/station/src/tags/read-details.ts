import type { TagDetailsChange, TagMeaning } from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { DetailColumns } from '../store/tag-details-table.ts';
import type { TagFile } from '../store/tags-table.ts';
import type { DetailsChange, StoredMeaning } from './details-change.ts';
import type { TagRegistry } from './tag-registry.ts';

const longestName = 100;
const longestNote = 2_000;
const usualSleepMinutes = 30;
/** The files of all tags together: a list of all tags must stay one that a page can read. */
const mostFilesOfAllTags = 100_000;

const at = (member: string) => `/data/attributes/${member}`;

/** Checks what a client wants to change, and finds the files that it names. */
export async function readDetails(
  wanted: TagDetailsChange,
  id: number,
  parts: { tags: TagRegistry; card: Card },
): Promise<DetailsChange> {
  const { name, colour, picture, note, meaning } = wanted;
  const columns: Partial<DetailColumns> = {};
  if (name !== undefined) columns.name = name && oneLine(name);
  if (colour !== undefined) columns.colour = colour?.toLowerCase() ?? null;
  if (note !== undefined) columns.note = note && checkNote(note);
  if (picture !== undefined)
    columns.picture_id = picture === null ? null : await fileId(parts.card, picture, at('picture'));
  if (meaning === undefined || meaning === null) return { columns, meaning };
  return { columns, meaning: await readMeaning(meaning, id, parts) };
}

async function readMeaning(
  meaning: TagMeaning,
  id: number,
  parts: { tags: TagRegistry; card: Card },
): Promise<StoredMeaning> {
  if (meaning.kind === 'link') return { kind: 'link', url: checkUrl(meaning.url) };
  if (meaning.kind === 'action') {
    const { action, minutes } = meaning;
    if (minutes !== undefined && action !== 'sleep')
      refuse('“minutes” goes with the action “sleep” only.', at('meaning/minutes'));
    return { kind: 'action', action, minutes: action === 'sleep' ? (minutes ?? usualSleepMinutes) : null };
  }
  const own = parts.tags.files(id);
  const fileIds = await readFiles(parts.card, meaning.files, own);
  if (parts.tags.countFiles() - own.length + fileIds.length > mostFilesOfAllTags)
    refuse(`All tags together can have ${mostFilesOfAllTags} files.`, at('meaning/files'));
  return { kind: 'playlist', fileIds, isShuffled: meaning.shuffled };
}

/** Files on the card; and those of the tag itself that are not there now, so that a list can be changed without them. */
async function readFiles(card: Card, names: readonly string[], own: readonly TagFile[]): Promise<number[]> {
  const lost = new Map(own.filter(({ isPresent }) => !isPresent).map(({ id, name }) => [name, id]));
  const ids = new Set<number>();
  const found = await card.findAll(names);
  for (const [index, name] of names.entries()) {
    const pointer = at(`meaning/files/${index}`);
    const id = found[index]?.id ?? lost.get(name);
    if (id === undefined) notOnCard(name, pointer);
    if (ids.has(id)) refuse(`“${name}” is in the list twice.`, pointer);
    ids.add(id);
  }
  return [...ids];
}

async function fileId(card: Card, name: string, pointer: string): Promise<number> {
  return (await card.find(name))?.id ?? notOnCard(name, pointer);
}

function notOnCard(name: string, pointer: string): never {
  throw new AppError('file-not-on-card', `There is no file “${name.slice(0, 255)}” on the card.`, {
    pointer,
  });
}

function oneLine(text: string): string {
  const name = text.trim();
  const length = [...name].length;
  if (length < 1 || length > longestName)
    refuse(`A name has 1 to ${longestName} characters; this has ${length}.`, at('name'));
  if (/[\p{Cc}\u2028\u2029]/u.test(name) || !name.isWellFormed())
    refuse('A name is one line of text without control characters.', at('name'));
  return name;
}

function checkNote(text: string): string | null {
  const note = text.replaceAll('\r\n', '\n').trim();
  const length = [...note].length;
  if (length > longestNote)
    refuse(`A note has up to ${longestNote} characters; this has ${length}.`, at('note'));
  if (/[^\P{Cc}\n\t]/u.test(note) || !note.isWellFormed())
    refuse('A note is text without control characters.', at('note'));
  return note === '' ? null : note;
}

/** An address that a page may open: `javascript:` and the like are refused by the schema. */
function checkUrl(text: string): string {
  if (!URL.canParse(text)) refuse('This is not an address of the web.', at('meaning/url'));
  return new URL(text).href;
}

function refuse(message: string, pointer: string): never {
  throw new AppError('invalid-request', message, { pointer });
}

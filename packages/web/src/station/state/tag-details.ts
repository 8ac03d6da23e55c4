import type { Tag } from '@stationery/client';
import { type TagDetails, type TagDetailsChange, titleOfTag } from '@stationery/client/tags';
import { reportFailure } from '../../service/index.ts';
import { sharedTexts } from '../../texts/shared.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { stationTags } from '../client.ts';
import { applyEvent } from './apply-event.ts';
import { titleOfName } from './metadata.ts';
import { isBeingDeleted } from './pending-deletions.ts';
import { sampleName } from './sample-tags.ts';
import { details, filesOfTag } from './store.ts';

export function nameOf(tag: { id: number; serial: string }): string | undefined {
  return details.value.get(tag.id)?.name ?? undefined;
}

/** Returns the name of the tag, or else what it plays. */
export function titleOf(tag: { id: number }): string | undefined {
  const known = details.value.get(tag.id);
  if (known === undefined) return undefined;
  const isGone = (file: string) => known.missing.includes(file) || isBeingDeleted(file);
  return titleOfTag(known, titleOfName, isGone);
}

export const labelOf = (tag: { id: number; serial: string }) => nameOf(tag) ?? tag.serial;

/** Returns undefined if placing the tag has no effect. */
export function describeMeaning(tag: Tag): string | undefined {
  const { tags: texts } = stationTexts;
  const meaning = details.value.get(tag.id)?.meaning;
  if (meaning?.kind === 'action')
    return `${texts.actions[meaning.action](meaning.seconds ?? meaning.minutes ?? 30)} ${meaning.language ?? ''}`.trim();
  if (meaning && 'url' in meaning) return meaning.url;
  if (meaning?.kind === 'album') return texts.album(meaning.folder);
  const [first, ...more] = filesOfTag(tag).filter((name) => !isBeingDeleted(name));
  if (first !== undefined && more.length > 0) return texts.playlist(titleOfName(first), more.length);
  return first === undefined || tag.filename === null ? undefined : titleOfName(first);
}

/** As in the list of tags. */
export const shownTitleOf = (tag: Tag): string => titleOf(tag) ?? describeMeaning(tag) ?? tag.serial;

/** The toast offers to undo the change. */
export async function changeTag(id: number, change: TagDetailsChange, message: string): Promise<boolean> {
  const before = details.value.get(id);
  const changed = await reportFailure(() => stationTags.change(id, change));
  if (changed === undefined) return false;
  arrived(changed);
  const undo = before && pick(before, Object.keys(change) as (keyof TagDetailsChange)[]);
  showToast({
    message,
    ...(undo && {
      action: { label: sharedTexts.undo, run: () => void changeTag(id, undo, stationTexts.tags.restored) },
    }),
  });
  return true;
}

/** Gives a sample tag its printed name, which other clients then show too. */
export async function nameSample({ id, serial }: Tag): Promise<void> {
  const name = sampleName(serial);
  if (name === undefined || details.value.get(id)?.name) return;
  // If this fails, the user can name the tag later.
  await stationTags.change(id, { name }).then(arrived, () => undefined);
}

/** Called only after the user has confirmed, because the station cannot restore a tag with its id. */
export async function forgetTag(tag: Tag): Promise<void> {
  const name = labelOf(tag);
  await reportFailure(async () => {
    await stationTags.remove(tag.id);
    applyEvent({ id: '', name: 'tag.removed', data: tag });
    showToast({ message: stationTexts.tags.forgotten(name) });
  });
}

/** Moves the name and all settings of the lost tag to the replacement. */
export async function replaceLostTag(lost: Tag, replacement: Tag): Promise<void> {
  const name = labelOf(lost);
  await reportFailure(async () => {
    // The name of a sample tag may be overwritten, because the page gave it.
    const overwrite =
      nameOf(replacement) !== undefined && nameOf(replacement) === sampleName(replacement.serial);
    arrived(await stationTags.replace(lost.id, replacement.id, { overwrite }));
    applyEvent({ id: '', name: 'tag.removed', data: lost });
    showToast({ message: stationTexts.tags.replaced(name) });
  });
}

function arrived(tag: TagDetails): void {
  applyEvent({ id: '', name: 'tag.details', data: tag });
}

function pick(tag: TagDetails, keys: readonly (keyof TagDetailsChange)[]): TagDetailsChange {
  return Object.fromEntries(keys.map((key) => [key, tag[key]]));
}

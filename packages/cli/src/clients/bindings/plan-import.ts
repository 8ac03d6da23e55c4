import type { CardFile, Tag } from '@stationery/client';
import { normalizedName } from '@stationery/core/file-name';
import { serialOf } from '../tags/find-tag.ts';
import type { Binding } from './bindings-file.ts';

export interface PlannedBinding {
  serial: string;
  filename: string;
  /** The action to take, or what it lacks. */
  state: 'to bind' | 'already bound' | 'tag missing' | 'file missing';
  /** The file that is currently bound to the tag. */
  instead?: string;
  tag?: Tag;
}

/** Returns the actions of an import at a station with these tags and files. */
export function planImport(
  bindings: readonly Binding[],
  tags: readonly Tag[],
  files: readonly CardFile[],
): PlannedBinding[] {
  return bindings.map((binding) => {
    const serial = serialOf(binding.serial);
    const filename = normalizedName(binding.filename);
    const tag = tags.find((each) => each.serial === serial);
    const planned = { serial, filename, ...(tag === undefined ? {} : { tag }) };
    if (!files.some((file) => file.filename === filename)) return { ...planned, state: 'file missing' };
    if (tag === undefined) return { ...planned, state: 'tag missing' };
    if (tag.filename === filename) return { ...planned, state: 'already bound' };
    return { ...planned, state: 'to bind', ...(tag.filename === null ? {} : { instead: tag.filename }) };
  });
}

import type { CardFile, Tag } from '@stationery/client';
import { normalizedName } from '@stationery/core/file-name';
import { serialOf } from '../tags/find-tag.ts';
import type { Binding } from './bindings-file.ts';

export interface PlannedBinding {
  serial: string;
  filename: string;
  /** What has to be done, or what is missing for it. */
  state: 'to bind' | 'already bound' | 'tag missing' | 'file missing';
  /** The file that is bound to the tag now. */
  instead?: string;
  tag?: Tag;
}

/** What an import would do at a station that has these tags and files. */
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

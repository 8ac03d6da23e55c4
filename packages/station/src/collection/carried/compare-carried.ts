import { isDeepStrictEqual } from 'node:util';
import { nameKey } from '../../card/file-name.ts';
import { refuse } from '../collection-error.ts';
import type { CollectedFile, CollectedTag, Manifest } from '../manifest.ts';
import { conflictOf, mergeTag } from '../merge.ts';

/** Contents that came from earlier versions. All other contents are the station's own and stay. */
export class OwnContents {
  readonly files = new Map<string, CollectedFile[]>();
  readonly tags = new Map<string, CollectedTag[]>();
  readonly #settings: readonly Manifest['player'][];

  constructor(manifests: readonly Manifest[]) {
    this.#settings = manifests.map(({ player }) => player);
    for (const { files, tags } of manifests) {
      for (const file of files) push(this.files, nameKey(file.filename), file);
      for (const tag of tags) push(this.tags, tag.serial, tag);
    }
  }

  /** Decides whether to set a tag. Tags changed at the station stay. */
  mergeTag(wanted: CollectedTag, known: CollectedTag | undefined): 'set' | 'same' | 'keep' {
    const step = mergeTag(wanted, known, { replace: false });
    return step === 'keep' && known !== undefined && this.isOwnTag(known) ? 'set' : step;
  }

  async isOwnFile(
    name: string,
    sha256Of: (sizeBytes: number) => Promise<string | undefined>,
  ): Promise<boolean> {
    for (const { sha256, size } of this.files.get(nameKey(name)) ?? [])
      if ((await sha256Of(size)) === sha256) return true;
    return false;
  }

  isOwnTag(known: CollectedTag): boolean {
    return (this.tags.get(known.serial) ?? []).some(
      (own) => mergeTag(own, known, { replace: false }) === 'same',
    );
  }

  /** Returns the settings whose value no earlier version had. Only these replace the station's settings. */
  newSettings(wanted: Manifest['player']): Manifest['player'] {
    return Object.fromEntries(
      Object.entries(wanted).filter(
        ([name, value]) =>
          !this.#settings.some((own) => isDeepStrictEqual(own[name as keyof typeof own], value)),
      ),
    );
  }
}

/** Contents for a restore, which may replace everything and removes nothing. */
export class AnyContents extends OwnContents {
  constructor() {
    super([]);
  }

  override mergeTag(wanted: CollectedTag, known: CollectedTag | undefined): 'set' | 'same' | 'keep' {
    return mergeTag(wanted, known, { replace: true });
  }

  override async isOwnFile(): Promise<boolean> {
    return true;
  }
}

export function refuseConflicts(changed: readonly { file: CollectedFile }[]): void {
  if (changed.length > 0) refuse({ code: 'collection-conflict', ...conflictOf(changed) });
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}

import type { SimulatedTag } from './chip-state.ts';

const typeA106 = 0x00;

/** Whether a search finds the tag. The simulator has type A tags only; a search may name a UID. */
export function matchesSearch(tag: SimulatedTag | undefined, searchData: Uint8Array): tag is SimulatedTag {
  const [, modulation, ...wantedUid] = searchData;
  if (tag === undefined || modulation !== typeA106) return false;
  return wantedUid.length === 0 || Buffer.compare(withoutCascade(wantedUid), tag.uid) === 0;
}

/** A UID of 7 or 10 bytes in a search contains the cascade tags (0x88) of anticollision. */
function withoutCascade(uid: readonly number[]): Uint8Array {
  const levels = uid.length === 8 ? [0] : uid.length === 12 ? [0, 4] : [];
  return Uint8Array.from(uid.filter((byte, at) => !(levels.includes(at) && byte === 0x88)));
}

export function targetData(tag: SimulatedTag): number[] {
  const atqa = tag.atqa ?? defaultAtqa(tag.uid.length);
  return [0x01, atqa >> 8, atqa & 0xff, tag.sak, tag.uid.length, ...tag.uid, ...atsOf(tag)];
}

/** Bits 7 and 8 of ATQA encode the UID length (ISO 14443-3); bit 3 is set by common tags. */
function defaultAtqa(uidBytes: number): number {
  if (uidBytes === 10) return 0x0084;
  return uidBytes === 7 ? 0x0044 : 0x0004;
}

function atsOf(tag: SimulatedTag): number[] {
  if ((tag.sak & 0x20) === 0) return [];
  return [...(tag.ats ?? [0x06, 0x75, 0x77, 0x81, 0x02, 0x80])];
}

import { bytes, freeFrom, Int32s, int32s, nextFree } from './memory';
import { costMs, home, linkMs, order, position, setLink, strokes } from './tour';

/** Smaller gains are ignored as rounding errors. */
const minGainMs: f64 = 1e-6;

/** Positions in `order` of reversed strokes. Valid until the next call that allocates memory. */
export let turnedPlaces: Int32s = changetype<Int32s>(0);
export let turnedCount: i32 = 0;

/**
 * Reverses strokes without changing their order. Finds the optimal directions by dynamic programming, in one
 * pass. In hatching, all strokes may need reversing, which the local search cannot achieve, because it
 * exchanges only a few links. Returns the share of time saved.
 */
export function turnStrokes(): f64 {
  const count = strokes;
  const homeAt = position[home >> 1];
  turnedCount = 0;
  const scratch = nextFree();
  turnedPlaces = int32s(count);
  /** Whether the previous stroke is reversed, for each stroke and each direction of that stroke. */
  const turnsBefore = bytes(2 * count);
  freeFrom(scratch);
  let before = order[homeAt];
  let sameMs: f64 = 0;
  let turnedMs: f64 = Infinity;
  let nowMs: f64 = 0;
  for (let step = 1; step < count; step++) {
    const at = homeAt + step;
    const entry = order[at < count ? at : at - count];
    nowMs += linkMs[entry];
    const sameSame = sameMs + linkMs[entry];
    const turnedSame = turnedMs + costMs(before, entry);
    const sameTurned = sameMs + costMs(before ^ 1, entry ^ 1);
    const turnedTurned = turnedMs + costMs(before, entry ^ 1);
    // If both directions take equally long, keep the current one.
    const turnsForSame = turnedSame < sameSame;
    const turnsForTurned = turnedTurned < sameTurned;
    turnsBefore[2 * step] = turnsForSame ? 1 : 0;
    turnsBefore[2 * step + 1] = turnsForTurned ? 1 : 0;
    sameMs = turnsForSame ? turnedSame : sameSame;
    turnedMs = turnsForTurned ? turnedTurned : sameTurned;
    before = entry;
  }
  const lastSame = sameMs + linkMs[before ^ 1];
  const lastTurned = turnedMs + costMs(before, order[homeAt]);
  nowMs += linkMs[before ^ 1];
  const gainMs = nowMs - min(lastSame, lastTurned);
  if (gainMs <= minGainMs) return 0;
  let isTurned = lastTurned < lastSame ? 1 : 0;
  for (let step = count - 1; step > 0; step--) {
    const at = homeAt + step;
    if (isTurned === 1) turnedPlaces[turnedCount++] = at < count ? at : at - count;
    isTurned = turnsBefore[2 * step + isTurned];
  }
  turnInPlace();
  return gainMs / nowMs;
}

function turnInPlace(): void {
  for (let turned = 0; turned < turnedCount; turned++) order[turnedPlaces[turned]] ^= 1;
  for (let turned = 0; turned < turnedCount; turned++) {
    const at = turnedPlaces[turned];
    setLink(order[at === 0 ? strokes - 1 : at - 1] ^ 1, order[at]);
    setLink(order[at] ^ 1, order[at + 1 === strokes ? 0 : at + 1]);
  }
}

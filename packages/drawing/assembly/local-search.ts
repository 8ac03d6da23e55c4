import { Bytes, bytes, Float64s, float32s, freeFrom, Int32s, int32s, nextFree } from './memory';
import { sortedByNumber } from './sort';
import {
  costMs,
  exchange,
  link,
  linkMs,
  moveStrokes,
  order,
  position,
  strokes,
  strokesBetween,
} from './tour';

/** Number of nearest ends to try for the second new link. */
const secondBreadth = 8;
/** Smaller gains are ignored, because rounding errors could repeat them for ever. */
const minGainMs: f64 = 1e-7;

/** See `Neighbours`. */
let starts: Int32s = changetype<Int32s>(0);
let ids: Int32s = changetype<Int32s>(0);
/**
 * The time of the link from each end to each neighbour. -1 until computed, because a short search needs only
 * a few.
 */
let costsMs: Float64s = changetype<Float64s>(0);
/** A ring buffer of the ends to check. Holds each end at most once. */
let queue: Int32s = changetype<Int32s>(0);
let isQueued: Bytes = changetype<Bytes>(0);
let head: i32 = 0;
export let queued: i32 = 0;
/** Changes that reverse more strokes than this are skipped, because they take too long for their gain. */
let maxTurned: f64 = 0;

export function beginSearch(): void {
  const ends = 2 * strokes;
  queue = int32s(ends);
  isQueued = bytes(ends);
  memory.fill(changetype<usize>(isQueued), 0, ends);
  head = 0;
  queued = 0;
}

export function setMostTurned(most: f64): void {
  maxTurned = most;
}

export function setNeighbours(ofStarts: Int32s, ofIds: Int32s, ofCostsMs: Float64s): void {
  starts = ofStarts;
  ids = ofIds;
  costsMs = ofCostsMs;
  const count = starts[2 * strokes];
  for (let at = 0; at < count; at++) costsMs[at] = -1;
}

export function lookAt(end: i32): void {
  if (isQueued[end] === 1) return;
  isQueued[end] = 1;
  let slot = head + queued++;
  if (slot >= 2 * strokes) slot -= 2 * strokes;
  queue[slot] = end;
}

export function lookAtAll(): void {
  for (let at = 0; at < strokes; at++) {
    lookAt(order[at]);
    lookAt(order[at] ^ 1);
  }
}

/** Queues both ends of the `many` longest links. */
export function lookAtLongest(many: i32): void {
  const scratch = nextFree();
  const costs = float32s(strokes);
  for (let at = 0; at < strokes; at++) costs[at] = <f32>linkMs[order[at]];
  const shortestFirst = sortedByNumber(changetype<Int32s>(costs), strokes);
  const last = max(0, strokes - many);
  for (let at = strokes - 1; at >= last; at--) {
    const entry = order[shortestFirst[at]];
    lookAt(entry);
    lookAt(link[entry]);
  }
  freeFrom(scratch);
}

/** Checks up to `many` queued ends. Returns the time saved. */
export function next(many: f64): f64 {
  let gained: f64 = 0;
  for (let left = many; left > 0 && queued > 0; left--) {
    const end = queue[head];
    head = head + 1 === 2 * strokes ? 0 : head + 1;
    queued--;
    isQueued[end] = 0;
    const gain = improve(end);
    if (gain === 0) continue;
    gained += gain;
    lookAt(end);
  }
  return gained;
}

/**
 * Tries a 2-opt or 3-opt move: removes the link a–b, links b to a near end c and removes the link c–d. If
 * linking d to a gives a single tour and saves time, does that. Otherwise links d to a near end e, removes
 * the link e–f and links f to a. Continues only while the partial gain is positive, which leaves few
 * candidates. Returns the time saved.
 */
function improve(a: i32): f64 {
  const turnsAny = <f64>strokes <= 2 * maxTurned;
  const b = link[a];
  const bIsEntry = order[position[b >> 1]] === b;
  const costAB = linkMs[a] - minGainMs;
  const end = starts[b + 1];
  for (let slot = starts[b]; slot < end; slot++) {
    const c = ids[slot];
    if (costsMs[slot] < 0) costsMs[slot] = costMs(b, c);
    const withBC = costAB - costsMs[slot];
    if (withBC <= 0) break;
    if (c === a || !(turnsAny || <f64>strokesBetween(b, c) <= maxTurned)) continue;
    const d = link[c];
    const withoutCD = withBC + linkMs[c];
    const turns = (order[position[c >> 1]] === c) === bIsEntry;
    if (turns) {
      const gain = withoutCD - costMs(d, a);
      if (gain > 0) {
        exchange(b, a, c, d);
        lookAtFour(a, b, c, d);
        return gain;
      }
    }
    const gain = third(a, b, c, d, withoutCD, turns, bIsEntry);
    if (gain > 0) return gain;
  }
  return 0;
}

function third(a: i32, b: i32, c: i32, d: i32, gained: f64, turns: bool, bIsEntry: bool): f64 {
  const first = starts[d];
  const lastSlot = min(first + secondBreadth, starts[d + 1]);
  // If `turns`, the strokes from b to d are reversed. Otherwise the strokes from b to c would become a
  // separate loop.
  const begin = position[b >> 1];
  const way = position[(turns ? d : c) >> 1] - begin;
  const steps = bIsEntry ? way : -way;
  const length = steps < 0 ? steps + strokes : steps;
  for (let slot = first; slot < lastSlot; slot++) {
    const e = ids[slot];
    if (costsMs[slot] < 0) costsMs[slot] = costMs(d, e);
    const withDE = gained - costsMs[slot];
    if (withDE <= 0) break;
    if (e === c || e === a || e === b) continue;
    const place = position[e >> 1];
    const stepsToE = bIsEntry ? place - begin : begin - place;
    const isWithin = (stepsToE < 0 ? stepsToE + strokes : stepsToE) <= length;
    const eIsLikeB = (order[place] === e) === bIsEntry;
    if (turns ? isWithin === eIsLikeB : !isWithin) continue;
    const f = link[e];
    if (f === d || f === b) continue;
    const gain = withDE + linkMs[e] - costMs(f, a);
    if (gain <= 0 || <f64>strokesBetween(d, e) > maxTurned) continue;
    if (turns) {
      exchange(b, a, c, d);
      exchange(d, a, e, f);
    } else if (eIsLikeB) {
      exchange(a, b, f, e);
      exchange(b, e, c, d);
    } else moveStrokes(b, e, c, d);
    lookAtFour(a, b, c, d);
    lookAt(e);
    lookAt(f);
    return gain;
  }
  return 0;
}

function lookAtFour(a: i32, b: i32, c: i32, d: i32): void {
  lookAt(a);
  lookAt(b);
  lookAt(c);
  lookAt(d);
}

import { Float64s, Int32s, int32s } from './memory';

/**
 * A closed tour through all strokes, stored as an array. Every change is made of 2-opt moves, which replace
 * two links and reverse the shorter part of the tour. The direction of the tour therefore has no meaning.
 */
export let strokes: i32 = 0;
/** The end at which each stroke starts, in tour order. */
export let order: Int32s = changetype<Int32s>(0);
/** Index of each stroke in `order`. */
export let position: Int32s = changetype<Int32s>(0);
/** The end linked to each end, and the time of that link. Cached, because the search reads little else. */
export let link: Int32s = changetype<Int32s>(0);
export let linkMs: Float64s = changetype<Float64s>(0);
let endX: Float64s = changetype<Float64s>(0);
let endY: Float64s = changetype<Float64s>(0);
/** First end of the stroke that represents the origin. The links of this stroke are always pen-up. */
export let home: i32 = 0;
let squaredJoinMm: f64 = 0;
let liftMs: f64 = 0;
let rampsMm: f64 = 0;
let rampsMs: f64 = 0;
let msPerMm: f64 = 0;
let byAcceleration: f64 = 0;
let byLongerAxis: bool = false;
/** The changes since `markTour`, which `goBack` undoes. */
let changes: Int32s = changetype<Int32s>(0);
let changed: i32 = 0;
let room: i32 = 0;
let isMarked: bool = false;

/** See `LinkCost`. */
export function setLinkCost(
  joinMm: f64,
  ofLiftMs: f64,
  ofRampsMm: f64,
  ofRampsMs: f64,
  ofMsPerMm: f64,
  accelerationMmMs2: f64,
  isByLongerAxis: bool,
): void {
  squaredJoinMm = joinMm * joinMm;
  liftMs = ofLiftMs;
  rampsMm = ofRampsMm;
  rampsMs = ofRampsMs;
  msPerMm = ofMsPerMm;
  byAcceleration = 4 / accelerationMmMs2;
  byLongerAxis = isByLongerAxis;
}

export function setTour(
  x: Float64s,
  y: Float64s,
  ofOrder: Int32s,
  ofPosition: Int32s,
  ofLink: Int32s,
  ofLinkMs: Float64s,
  count: i32,
): void {
  strokes = count;
  endX = x;
  endY = y;
  order = ofOrder;
  position = ofPosition;
  link = ofLink;
  linkMs = ofLinkMs;
  home = 2 * count - 2;
  for (let at = 0; at < count; at++) position[order[at] >> 1] = at;
  let from = order[count - 1] ^ 1;
  for (let at = 0; at < count; at++) {
    const entry = order[at];
    setLink(from, entry);
    from = entry ^ 1;
  }
}

/** Returns the number of strokes between two ends, along the shorter part of the tour. */
export function strokesBetween(from: i32, to: i32): i32 {
  const way = abs(position[from >> 1] - position[to >> 1]);
  return min(way, strokes - way);
}

/** Returns whether the tour enters its stroke at this end. */
export function isEntry(end: i32): bool {
  return order[position[end >> 1]] === end;
}

export function costMs(from: i32, to: i32): f64 {
  return costOfWay(endX[from] - endX[to], endY[from] - endY[to], from < home && to < home);
}

function costOfWay(dx: f64, dy: f64, mayJoin: bool): f64 {
  const squared = dx * dx + dy * dy;
  const timedMm = byLongerAxis ? max(abs(dx), abs(dy)) : sqrt(squared);
  const moveMs = timedMm < rampsMm ? sqrt(timedMm * byAcceleration) : timedMm * msPerMm + rampsMs;
  return mayJoin && squared <= squaredJoinMm ? moveMs : moveMs + liftMs;
}

export function totalMs(): f64 {
  let total: f64 = 0;
  for (let at = 0; at < strokes; at++) total += linkMs[order[at]];
  return total;
}

/** Returns whether the tour is at least as fast as the file order. */
export function isAsFastAsFile(): bool {
  let left = totalMs();
  for (let end = 0; end <= home && left > 0; end += 2) left -= costMs(end === 0 ? home + 1 : end - 1, end);
  return left <= 1e-6;
}

export function setLink(a: i32, b: i32): void {
  const ms = costMs(a, b);
  link[a] = b;
  link[b] = a;
  linkMs[a] = ms;
  linkMs[b] = ms;
}

/** Replaces the links a–b and c–d with a–c and b–d. Either both a and c are entries, or neither is. */
export function exchange(a: i32, b: i32, c: i32, d: i32): void {
  if (isMarked) note(a, b, c, d);
  turn(a, b, c, d);
}

/** Moves the strokes from `first` to `last` between the linked ends c and d, with `first` next to c. */
export function moveStrokes(first: i32, last: i32, c: i32, d: i32): void {
  const before = link[first];
  const after = link[last];
  const keepsDirection = isEntry(first) !== isEntry(c);
  const near = keepsDirection ? c : d;
  const far = keepsDirection ? d : c;
  exchange(before, first, near, far);
  exchange(before, near, after, last);
  if (keepsDirection) exchange(near, last, first, far);
}

/** Saves the current tour as the state that `goBack` restores. */
export function markTour(): void {
  isMarked = true;
  changed = 0;
}

export function goBack(): void {
  for (let at = changed - 4; at >= 0; at -= 4)
    turn(changes[at], changes[at + 2], changes[at + 1], changes[at + 3]);
  changed = 0;
}

function note(a: i32, b: i32, c: i32, d: i32): void {
  if (changed === room) {
    const more = int32s(max(256, 2 * room));
    memory.copy(changetype<usize>(more), changetype<usize>(changes), (<usize>room) << 2);
    changes = more;
    room = max(256, 2 * room);
  }
  changes[changed++] = a;
  changes[changed++] = b;
  changes[changed++] = c;
  changes[changed++] = d;
}

function turn(a: i32, b: i32, c: i32, d: i32): void {
  setLink(a, c);
  setLink(b, d);
  const forward = !isEntry(a);
  const first = position[(forward ? b : a) >> 1];
  const last = position[(forward ? c : d) >> 1];
  const length = last - first + (last < first ? strokes : 0) + 1;
  if (2 * length <= strokes) reverse(first, last, length);
  else reverse((last + 1) % strokes, (first - 1 + strokes) % strokes, strokes - length);
}

function reverse(first: i32, last: i32, length: i32): void {
  const end = strokes - 1;
  let low = first;
  let high = last;
  for (let left = length >> 1; left > 0; left--) {
    const toHigh = order[low] ^ 1;
    const toLow = order[high] ^ 1;
    order[low] = toLow;
    order[high] = toHigh;
    position[toLow >> 1] = low;
    position[toHigh >> 1] = high;
    low = low === end ? 0 : low + 1;
    high = high === 0 ? end : high - 1;
  }
  if (length % 2 === 1) order[low] ^= 1;
}

import { endsOf } from './ends.ts';
import { type EndpointPairs, meetingEnds } from './meeting-ends.ts';
import { integersBelow } from './nearest.ts';
import { sortedByLength } from './sort-by-length.ts';
import { type StrokeSet, StrokeSetBuilder } from './stroke-set.ts';

/**
 * Joins strokes. If several ends meet, joins those that continue most straight. Inserts closed strokes into
 * strokes that touch them.
 */
export function joinMeetingEnds(strokes: StrokeSet, meetMm: number): StrokeSet {
  const ends = endsOf(strokes, 0, 0);
  const meetings = meetingEnds(ends, 2 * strokes.count, meetMm);
  if (meetings.count === 0) return strokes;
  const pair = pairStraight(strokes, meetings, ends.x, ends.y, meetMm);
  letCirclesIn(pair, meetings, strokes.count);
  return chained(strokes, pair);
}

function pairStraight(
  strokes: StrokeSet,
  { count, one, other }: EndpointPairs,
  x: Float64Array,
  y: Float64Array,
  meetMm: number,
): Int32Array {
  const score = new Float32Array(count);
  for (let at = 0; at < count; at++) {
    const gap = Math.hypot(x[one[at]!]! - x[other[at]!]!, y[one[at]!]! - y[other[at]!]!);
    score[at] = turnAt(strokes, one[at]!, other[at]!) + (meetMm > 0 ? gap / meetMm : 0);
  }
  const pair = new Int32Array(2 * strokes.count).fill(-1);
  for (const at of sortedByLength(score)) {
    const [end, to] = [one[at]!, other[at]!];
    if (pair[end] !== -1 || pair[to] !== -1) continue;
    // A line of two points that returns to its start is a dot, not a closed stroke.
    if (to === (end ^ 1) && pointsIn(strokes, end >> 1) < 3) continue;
    pair[end] = to;
    pair[to] = end;
  }
  return pair;
}

/** Returns the turn between two ends, from 0 for straight on to 1 for a reversal. */
function turnAt(strokes: StrokeSet, end: number, other: number): number {
  const [ax, ay] = outwards(strokes, end);
  const [bx, by] = outwards(strokes, other);
  return Math.max(0, (1 + ax * bx + ay * by) / 2);
}

function outwards({ xy, starts }: StrokeSet, end: number): readonly [number, number] {
  const stroke = end >> 1;
  const at = end % 2 === 0 ? starts[stroke]! : starts[stroke + 1]! - 1;
  const inner = end % 2 === 0 ? at + 1 : at - 1;
  const dx = xy[2 * at]! - xy[2 * inner]!;
  const dy = xy[2 * at + 1]! - xy[2 * inner + 1]!;
  const length = Math.sqrt(dx * dx + dy * dy) || 1;
  return [dx / length, dy / length];
}

function pointsIn({ starts }: StrokeSet, stroke: number): number {
  return starts[stroke + 1]! - starts[stroke]!;
}

function letCirclesIn(pair: Int32Array, { count, one, other }: EndpointPairs, strokes: number): void {
  const parent = integersBelow(strokes);
  const rootOf = (end: number) => {
    let root = end >> 1;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  };
  for (let at = 0; at < count; at++)
    if (pair[one[at]!] === other[at]) parent[rootOf(one[at]!)] = rootOf(other[at]!);
  const isOpen = new Uint8Array(strokes);
  for (let at = 0; at < count; at++) {
    for (const end of [one[at]!, other[at]!])
      if (pair[end] === -1 || pair[end ^ 1] === -1) isOpen[rootOf(end)] = 1;
  }
  for (let at = 0; at < count; at++) {
    const own = rootOf(one[at]!);
    const its = rootOf(other[at]!);
    if (own === its || (isOpen[own] === 1 && isOpen[its] === 1)) continue;
    const circle = isOpen[own] === 0 ? own : its;
    const inCircle = circle === own ? one[at]! : other[at]!;
    const outside = circle === own ? other[at]! : one[at]!;
    const mate = pair[inCircle]!;
    const outsideMate = pair[outside]!;
    pair[inCircle] = outside;
    pair[outside] = inCircle;
    pair[mate] = outsideMate;
    if (outsideMate !== -1) pair[outsideMate] = mate;
    parent[circle] = circle === own ? its : own;
  }
}

function chained(strokes: StrokeSet, pair: Int32Array): StrokeSet {
  const { xy, starts, count } = strokes;
  const into = new StrokeSetBuilder(xy.length / 2, count);
  const isDone = new Uint8Array(count);
  for (let stroke = 0; stroke < count; stroke++) {
    const joined = nextJoined(pair, stroke);
    into.addStrokes(xy, starts, stroke, joined);
    stroke = joined;
    if (stroke === count || isDone[stroke] === 1) continue;
    if (pair[2 * stroke] === -1) follow(strokes, pair, 2 * stroke, isDone, into);
    else if (pair[2 * stroke + 1] === -1) follow(strokes, pair, 2 * stroke + 1, isDone, into);
  }
  // The other strokes form closed chains, which may start anywhere.
  for (let stroke = nextJoined(pair, 0); stroke < count; stroke = nextJoined(pair, stroke + 1))
    if (isDone[stroke] === 0) follow(strokes, pair, 2 * stroke, isDone, into);
  return into.build();
}

function nextJoined(pair: Int32Array, from: number): number {
  let stroke = from;
  while (2 * stroke < pair.length && pair[2 * stroke] === -1 && pair[2 * stroke + 1] === -1) stroke++;
  return stroke;
}

function follow(
  strokes: StrokeSet,
  pair: Int32Array,
  begin: number,
  isDone: Uint8Array,
  into: StrokeSetBuilder,
): void {
  const { xy, starts } = strokes;
  const first = 2 * (begin % 2 === 0 ? starts[begin >> 1]! : starts[(begin >> 1) + 1]! - 1);
  let end = begin;
  into.add(xy[first]!, xy[first + 1]!);
  while (isDone[end >> 1] === 0) {
    const stroke = end >> 1;
    isDone[stroke] = 1;
    const from = starts[stroke]!;
    const to = starts[stroke + 1]! - 1;
    const next = pair[end ^ 1]!;
    const closes = next === begin;
    // Skip the shared point. A closed stroke ends exactly at its start.
    if (end % 2 === 0)
      for (let at = from + 1; at < (closes ? to : to + 1); at++) into.add(xy[2 * at]!, xy[2 * at + 1]!);
    else for (let at = to - 1; at > (closes ? from : from - 1); at--) into.add(xy[2 * at]!, xy[2 * at + 1]!);
    if (closes) into.add(xy[first]!, xy[first + 1]!);
    if (next === -1) break;
    end = next;
  }
  into.endStroke();
}

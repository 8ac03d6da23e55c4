import { Float32s, Float64s, float64s, freeFrom, Int32s, int32s, nextFree, nones, zeros } from './memory';
import { findNearPairs, pairCount, pairs, squared } from './near-pairs';
import { sortedByNumber } from './sort';

let endX: Float64s = changetype<Float64s>(0);
let endY: Float64s = changetype<Float64s>(0);
let strokes: i32 = 0;
/** The end linked to each end, or -1. */
let linked: Int32s = changetype<Int32s>(0);
/** For the two outer ends of each chain: the opposite end. Other values are not valid. */
export let chains: Int32s = changetype<Int32s>(0);
/** The ends without a link, and their coordinates. */
export let free: Int32s = changetype<Int32s>(0);
export let freeX: Float64s = changetype<Float64s>(0);
export let freeY: Float64s = changetype<Float64s>(0);
let freeCount: i32 = 0;
/** Candidate links as consecutive pairs of indices into `free`. */
export let links: Int32s = changetype<Int32s>(0);
export let linkCount: i32 = 0;
let shortestFirst: Int32s = changetype<Int32s>(0);
/** Address from which memory is released after each round. */
let round: usize = 0;

export function beginLinks(x: Float64s, y: Float64s, count: i32): void {
  endX = x;
  endY = y;
  strokes = count;
  linked = nones(2 * count);
  chains = int32s(2 * count);
  free = int32s(2 * count);
  freeX = float64s(2 * count);
  freeY = float64s(2 * count);
  freeCount = 2 * count;
  for (let end = 0; end < freeCount; end++) {
    chains[end] = end ^ 1;
    free[end] = end;
    freeX[end] = x[end];
    freeY[end] = y[end];
  }
  round = nextFree();
}

/** Finds candidate links with a grid. Returns false if the ends are too unevenly distributed for a grid. */
export function findLinks(): bool {
  if (!findNearPairs(freeX, freeY, freeCount)) return false;
  sort(pairs, squared, pairCount);
  return true;
}

/** Uses candidate links that the caller has found. */
export function setLinks(given: Int32s, lengths: Float32s, count: i32): void {
  sort(given, lengths, count);
}

function sort(given: Int32s, lengths: Float32s, count: i32): void {
  links = given;
  linkCount = count;
  // The bits of non-negative floats sort in the same order as the floats.
  shortestFirst = sortedByNumber(changetype<Int32s>(lengths), count);
}

/** Index of the first neighbour of each end, followed by the neighbours (see `Neighbours`). */
export let neighbourStarts: Int32s = changetype<Int32s>(0);
export let neighbourIds: Int32s = changetype<Int32s>(0);

/** Lists the neighbours of both ends of each candidate link, nearest first. */
export function findNeighbours(): void {
  const ends = 2 * strokes;
  neighbourStarts = zeros(ends + 1);
  neighbourIds = int32s(2 * linkCount);
  for (let at = 0; at < 2 * linkCount; at++) neighbourStarts[links[at] + 1]++;
  for (let end = 0; end < ends; end++) neighbourStarts[end + 1] += neighbourStarts[end];
  const used = int32s(ends);
  memory.copy(changetype<usize>(used), changetype<usize>(neighbourStarts), (<usize>ends) << 2);
  for (let at = 0; at < linkCount; at++) {
    const one = links[2 * shortestFirst[at]];
    const other = links[2 * shortestFirst[at] + 1];
    neighbourIds[used[one]++] = other;
    neighbourIds[used[other]++] = one;
  }
}

/**
 * Adds links, shortest first, if both ends are free and the link closes no loop. Returns the number of ends
 * that remain free.
 */
export function linkShortestFirst(): i32 {
  for (let at = 0; at < linkCount; at++) {
    const link = shortestFirst[at];
    const from = free[links[2 * link]];
    const to = free[links[2 * link + 1]];
    const begin = chains[from];
    if (linked[from] !== -1 || linked[to] !== -1 || begin === to) continue;
    linked[from] = to;
    linked[to] = from;
    const stop = chains[to];
    chains[begin] = stop;
    chains[stop] = begin;
  }
  let left = 0;
  for (let at = 0; at < freeCount; at++) {
    const end = free[at];
    if (linked[end] !== -1) continue;
    free[left] = end;
    freeX[left] = endX[end];
    freeY[left++] = endY[end];
  }
  freeCount = left;
  freeFrom(round);
  return left;
}

/** Returns the start of each stroke in tour order. If two free ends remain, links them first. */
export function followLinks(): Int32s {
  if (freeCount === 2) {
    linked[free[0]] = free[1];
    linked[free[1]] = free[0];
  }
  const order = int32s(strokes);
  let end = 2 * (strokes - 1);
  for (let at = 0; at < strokes; at++) {
    order[at] = end;
    end = linked[end ^ 1];
  }
  return order;
}

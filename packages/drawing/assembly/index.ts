// `src/wasm/program.ts` declares these exports.
export { turnedCount, turnedPlaces, turnStrokes } from './directions';
export {
  beginLinks,
  chains,
  findLinks,
  findNeighbours,
  followLinks,
  free,
  freeX,
  freeY,
  linkCount,
  linkShortestFirst,
  links,
  neighbourIds,
  neighbourStarts,
  setLinks,
} from './greedy';
export {
  beginSearch,
  lookAt,
  lookAtAll,
  lookAtLongest,
  next,
  queued,
  setMostTurned,
  setNeighbours,
} from './local-search';
export { meetingEnds, one, other } from './meeting-ends';
export { freeFrom, nextFree, take } from './memory';
export { isMet, setEnds } from './met-ends';
export { findOverlaps, partCount, parts } from './overlaps';
export { count, maxX, maxY, minX, minY, segmentsOf, totalMm } from './segments';
export { sortedByNumber } from './sort';
export {
  costMs,
  goBack,
  isAsFastAsFile,
  markTour,
  moveStrokes,
  setLink,
  setLinkCost,
  setTour,
  strokesBetween,
  totalMs,
} from './tour';

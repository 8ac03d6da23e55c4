/** The same numbers in every run (a linear congruential generator). From 0 up to, not with, 1. */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Points x, y, x, y, … of many strokes as views of one array, as they come from a reader. */
export function packed(strokes) {
  const all = new Float64Array(strokes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return strokes.map((points) => {
    all.set(points, at);
    at += points.length;
    return all.subarray(at - points.length, at);
  });
}

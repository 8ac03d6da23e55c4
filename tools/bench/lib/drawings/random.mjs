/** Returns a generator of reproducible random numbers in [0, 1). */
export function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns the strokes as views of one array, as a reader returns them. */
export function packed(strokes) {
  const all = new Float64Array(strokes.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  return strokes.map((points) => {
    all.set(points, at);
    at += points.length;
    return all.subarray(at - points.length, at);
  });
}

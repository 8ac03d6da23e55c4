/** From how many are in each cell to where each ends, the last one being all: counted back from there, each then begins there. */
export function addUp(counts: Uint32Array): void {
  let sum = 0;
  for (let cell = 0; cell < counts.length; cell++) {
    sum += counts[cell]!;
    counts[cell] = sum;
  }
}

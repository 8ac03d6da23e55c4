/** Decides every random choice of the tests. Fixed, so that each run is the same; soak commands set `STATIONERY_SEED`. */
export const testSeed = Number(process.env.STATIONERY_SEED ?? 1);

/** Fixed for repeatable runs; soak commands set `STATIONERY_SEED`. */
export const testSeed = Number(process.env.STATIONERY_SEED ?? 1);

import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    projects: [
      // Beside the code they test, and with nothing of their own that lasts: one after the other in the same process,
      // which takes half of the time.
      { extends: true, test: { name: 'source', include: ['packages/*/src/**/*.test.ts'], isolate: false } },
      { extends: true, test: { name: 'whole', include: ['packages/*/test/**/*.test.ts'] } },
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong; what is polled for still ends the waiting at once.
    expect: { poll: { interval: 20, timeout: 40_000 } },
    pool: 'forks',
    // Most tests wait for something; left to itself vitest uses one worker on two cores.
    maxWorkers: 3,
  },
});

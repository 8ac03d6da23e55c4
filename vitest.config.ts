import { defineConfig } from 'vitest/config';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    projects: [
      // What leaves nothing behind in its process: one after the other in the same one, so that what they import is
      // loaded once. That takes a third of the time off.
      {
        extends: true,
        test: {
          name: 'shared process',
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/{client,drawing,http,nfc,plotter,station,web}/test/**/*.test.ts',
          ],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'own process',
          include: ['packages/{cli,contract,core}/test/**/*.test.ts'],
        },
      },
    ],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong; what is polled for still ends the waiting at once.
    expect: { poll: { interval: 20, timeout: 40_000 } },
    pool: 'forks',
    // Most tests wait for something; left to itself vitest uses one worker on two cores.
    maxWorkers: 4,
  },
});

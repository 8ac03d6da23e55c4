import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes of mostly waiting: started last, they would run alone at the end. */
const longFiles = ['launcher', 'killed', 'conformance', 'lossy-line', 'jobs', 'firmware', 'async-jobs'];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longFiles.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
      return at < 0 ? longFiles.length : at;
    };
    return sorted.sort((one, other) => rank(one) - rank(other));
  }
}

const testsIn = (folder: string) => `packages/*/test/${folder}/**/*.test.ts`;
const toolTests = 'tools/**/*.test.ts';
const longToolTests = 'tools/test/release/*.test.ts';

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    setupFiles: ['packages/core/test/fixed-seed.ts'],
    // Keeps transformed modules between runs.
    experimental: { fsModuleCache: true },
    // Test files leave nothing behind in their process, so files share one and load their imports once.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong; polling ends as soon as the condition holds.
    expect: { poll: { interval: 20, timeout: 40_000 } },
    pool: 'forks',
    // Most code of a test runs a few times: optimising it after a hundred calls takes a fifth of the processor time.
    execArgv: ['--interrupt-budget=1000000'],
    // Most tests wait for something; by default vitest starts one worker on two cores.
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
          exclude: [testsIn('system'), testsIn('release')],
        },
      },
      {
        extends: true,
        test: { name: 'system', include: [testsIn('system'), toolTests], exclude: [longToolTests] },
      },
      { extends: true, test: { name: 'release', include: [testsIn('release'), longToolTests] } },
    ],
  },
});

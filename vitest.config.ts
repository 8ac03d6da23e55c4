import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Minutes of mostly waiting: begun last, they would be all that runs in the end. */
const longOnes = [
  'torture',
  'firmware-crash',
  'package',
  'firmware-program-killed',
  'launcher',
  'killed',
  'big-job',
  'conformance',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = longOnes.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
      return at < 0 ? longOnes.length : at;
    };
    return sorted.sort((one, other) => place(one) - place(other));
  }
}

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // Test files leave nothing behind in their process: one after the other in the same one, so that what they import is
    // loaded once.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow, not wrong; what is polled for still ends the waiting at once.
    expect: { poll: { interval: 20, timeout: 40_000 } },
    pool: 'forks',
    // Most code of a test runs a few times: to optimise all that runs a hundred times takes a fifth of the processor time.
    execArgv: ['--interrupt-budget=1000000'],
    // Most tests wait for something; left to itself vitest uses one worker on two cores.
    maxWorkers: 5,
  },
});

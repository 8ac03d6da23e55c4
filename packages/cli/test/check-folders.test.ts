import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
// @ts-expect-error a script without types
import { findWrongImports } from '../../../scripts/check-folders.mjs';

type Find = (base: string) => string[];

async function problemsOf(files: Record<string, string>): Promise<string[]> {
  const base = await temporaryFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  }
  return (findWrongImports as Find)(base);
}

describe('the check of the imports between folders', () => {
  it('allows one direction, inside folders any, and tests everything', async () => {
    const files = {
      'packages/box/src/box.ts': "import { lid } from './lid/lid.ts';\n",
      'packages/box/src/lid/lid.ts': "import { hinge } from './hinge.ts';\nimport '../side/side.ts';\n",
      'packages/box/src/lid/hinge.ts':
        "export { pin } from '../side/side.ts';\nexport const lid = '../lid/lid.ts';\n",
      'packages/box/src/side/side.ts': "import { join } from 'node:path';\n",
      'packages/box/src/side/side.test.ts': "import { lid } from '../lid/lid.ts';\n",
    };
    expect(await problemsOf(files)).toEqual([]);
  });

  it.each([
    ['a type', "import type { Lid } from '../lid/lid.ts';\n"],
    ['several names', "import {\n  type Lid,\n  lid,\n} from '../lid/lid.ts';\n"],
    ['what is exported again', "export * from '../lid/lid.ts';\n"],
    ['what is loaded later', "const later = () => import('../lid/lid.ts');\n"],
    ['what only runs', "import '../lid/lid.ts';\n"],
    ['a way round', "import '../box.ts';\n"],
  ])('names a circle by %s', async (_, line) => {
    const files = {
      'packages/box/src/box.ts': "import './lid/lid.ts';\n",
      'packages/box/src/lid/lid.ts': "import { side } from '../side/side.ts';\n",
      'packages/box/src/side/side.ts': line,
    };
    const [problem, ...more] = await problemsOf(files);
    expect(more).toEqual([]);
    expect(problem).toMatch(
      /^In packages\/box\/src these import each other in a circle: (box\.ts, )?lid, side\./,
    );
    expect(problem).toContain('packages/box/src/lid/lid.ts imports packages/box/src/side/side.ts');
  });

  it('keeps panels apart, also one way', async () => {
    const files = {
      'packages/web/src/plotter/panels/bed/bed.tsx': "import { jobs } from '../jobs/jobs.tsx';\n",
      'packages/web/src/plotter/panels/jobs/jobs.tsx': "import { list } from '../../state/list.ts';\n",
      'packages/web/src/plotter/state/list.ts': '',
    };
    expect(await problemsOf(files)).toEqual([
      expect.stringMatching(
        /^packages\/web\/src\/plotter\/panels\/bed\/bed\.tsx imports .*never import each other/,
      ),
    ]);
  });
});

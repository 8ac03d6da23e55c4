// Compiles `packages/drawing/assembly` to WebAssembly, as a text that is imported like any module: it needs no file at run time.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';
import { root } from './prepare.mjs';

const into = join(root, 'packages/drawing/src/wasm/program-text.ts');
const halfWay = join(root, '.stamps/planner.wasm');
const { error, stderr } = await main(
  [
    'packages/drawing/assembly/index.ts',
    '--baseDir',
    root,
    // V8 optimises it anyway: more is not measurable, and takes twice the processor time here.
    '-O1',
    '--runtime',
    'stub',
    '--importMemory',
    '--memoryBase',
    '16',
    '--outFile',
    halfWay,
  ],
  {},
);
if (error !== null) {
  process.stderr.write(stderr.toString());
  throw error;
}
const text = readFileSync(halfWay).toString('base64');
writeFileSync(into, `/** By scripts/compile-planner.mjs. */\nexport const programText = '${text}';\n`);
rmSync(halfWay);

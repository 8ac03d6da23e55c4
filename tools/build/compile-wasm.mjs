// Compiles AssemblyScript to WebAssembly and writes it as text into a module, so that it needs no file at run time.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main } from 'assemblyscript/asc';
import { root, wasmPrograms } from '../lib/prepare.mjs';

const halfWay = join(root, '.stamps/program.wasm');
for (const { source, text, options } of wasmPrograms) {
  const common = ['--baseDir', root, '--runtime', 'stub', '--outFile', halfWay];
  const { error, stderr } = await main([source, ...common, ...options], {});
  if (error !== null) {
    process.stderr.write(stderr.toString());
    throw error;
  }
  const bytes = readFileSync(halfWay).toString('base64');
  writeFileSync(
    join(root, text),
    `/** By tools/build/compile-wasm.mjs. */\nexport const programText = '${bytes}';\n`,
  );
  rmSync(halfWay);
}

// Makes one program of our built packages and of what they use: a tenth of the files, so it starts in half the time.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { asTheyAre, leaveOut } from './bundle-parts.mjs';
import { root, run } from './prepare.mjs';

const built = (path) => join(root, 'packages', path);
const into = built('cli/dist/program');
/** It is there whole or not at all, also where this is broken off. */
const halfWay = `${into}-to-be`;
/** The entry points: the command, the launcher, threads that read files and plan drawings. */
const entries = {
  main: built('cli/dist/main.js'),
  'launch-command': built('cli/dist/launch-command.js'),
  'metadata-worker': built('station/dist/metadata/metadata-worker.js'),
  'plan-worker': built('plotter/dist/plan/plan-worker.js'),
  'drawing-worker': built('cli/dist/clients/plot/drawing-worker.js'),
};
/** Files beside a module are found from wherever the program is; those that are part of it, in it. */
const filesBeside = {
  name: 'files-beside',
  transform(code, id) {
    if (!id.startsWith(built('')) || !code.includes('import.meta.url')) return null;
    return code
      .replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path) => {
        const file = join(dirname(id), path);
        const entry = Object.keys(entries).find((name) => entries[name] === file);
        const place = entry === undefined ? relative(into, file) : `./${entry}.cjs`;
        return `new URL('${place}', import.meta.url)`;
      })
      .replaceAll(/new URL\(`([^`]+)`, import\.meta\.url\)/g, (_, path) => {
        return `new URL(\`${relative(into, join(dirname(id), path))}\`, import.meta.url)`;
      });
  },
};

/** `import()` does not work in code that was compiled before (`packages/cli/bin/load-program.mjs`). */
const withoutImports = {
  name: 'without-imports',
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replaceAll(
        /(?<![.#\w$])import\(("[^"]+")\)/g,
        'Promise.resolve(require($1)).then((it) => ({ ...it, default: it }))',
      );
    }
  },
};

/** V8 keeps a text in two bytes per character as soon as one is beyond Latin-1, so those are written as escapes. */
const oneByte = {
  name: 'one-byte',
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type !== 'chunk') continue;
      if (/String\.raw`[^`]*[\u0100-\uffff]/.test(chunk.code))
        throw new Error(`${chunk.fileName}: an escape in String.raw would be read as it stands`);
      chunk.code = chunk.code.replaceAll(
        /[\u0100-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
    }
  },
};

rmSync(halfWay, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries,
  platform: 'node',
  external: asTheyAre,
  plugins: [filesBeside, leaveOut, withoutImports, oneByte],
});
await bundle.write({
  dir: halfWay,
  // Not as modules of the language: Node 20 can use code that was compiled before for these only.
  format: 'cjs',
  banner: "'use strict';",
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  comments: false,
});
await bundle.close();
// Whoever takes the program elsewhere needs to know what else it asks for.
writeFileSync(join(halfWay, 'packages.json'), `${JSON.stringify(asTheyAre, null, 2)}\n`);
rmSync(built('cli/dist/code-cache'), { recursive: true, force: true });
rmSync(into, { recursive: true, force: true });
renameSync(halfWay, into);
run(process.execPath, [join(root, 'scripts/code-cache/make.mjs')]);

// Bundles the built packages and their dependencies into one program, which has a tenth of the
// files and starts in half the time.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../lib/prepare.mjs';
import { asTheyAre, leaveOut } from './bundle-parts.mjs';

const built = (path) => join(root, 'packages', path);
const into = built('cli/dist/program');
/** The program is built here and renamed at the end, so that an interrupted build leaves nothing incomplete. */
const halfWay = `${into}-to-be`;
const entries = {
  main: built('cli/dist/main.js'),
  'launch-command': built('cli/dist/launch-command.js'),
  'metadata-worker': built('station/dist/metadata/metadata-worker.js'),
  'plan-worker': built('plotter/dist/plan/plan-worker.js'),
  'drawing-worker': built('cli/dist/clients/plot/drawing-worker.js'),
};
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

const changeCode = {
  name: 'change-code',
  generateBundle(_options, chunks) {
    for (const chunk of Object.values(chunks)) {
      if (chunk.type === 'chunk') chunk.code = oneByte(chunk.code, chunk.fileName);
    }
  },
};

/** Escapes characters beyond Latin-1, because V8 stores a source that has one with two bytes per character. */
function oneByte(code, fileName) {
  if (/String\.raw`[^`]*[\u0100-\uffff]/.test(code))
    throw new Error(`${fileName}: a character in String.raw is beyond Latin-1`);
  return code.replaceAll(
    /[\u0100-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

rmSync(halfWay, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries,
  platform: 'node',
  external: asTheyAre,
  plugins: [filesBeside, leaveOut, changeCode],
  // Allow `eval`: the emulator of the Pico has one, in a function that is not called.
  checks: { eval: false },
});
await bundle.write({
  dir: halfWay,
  format: 'cjs',
  banner: "'use strict';",
  entryFileNames: '[name].cjs',
  chunkFileNames: '[name]-[hash].cjs',
  comments: false,
});
await bundle.close();
writeFileSync(join(halfWay, 'packages.json'), `${JSON.stringify(asTheyAre, null, 2)}\n`);
rmSync(into, { recursive: true, force: true });
renameSync(halfWay, into);

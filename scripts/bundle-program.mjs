// Makes one program of our built packages and of what they use: a tenth of the files, so it starts in half the time.
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './prepare.mjs';

const built = (path) => join(root, 'packages', path);
const into = built('cli/dist/program');
/** It is there whole or not at all, also where this is broken off. */
const halfWay = `${into}-to-be`;
/** What is started by itself: the command, the launcher, threads that plan drawings. */
const entries = {
  main: built('cli/dist/main.js'),
  'launch-command': built('cli/dist/launch-command.js'),
  'plan-worker': built('plotter/dist/plan/plan-worker.js'),
  'drawing-worker': built('cli/dist/clients/plot/drawing-worker.js'),
};
/** They bring native modules, which they look for beside themselves. */
const asTheyAre = ['@lydell/node-pty', 'libsql', 'serialport'];

/** Files beside a module are found from wherever the program is; those that are part of it, in it. */
const filesBeside = {
  name: 'files-beside',
  transform(code, id) {
    if (!id.startsWith(built('')) || !code.includes('import.meta.url')) return null;
    return code
      .replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path) => {
        const file = join(dirname(id), path);
        const entry = Object.keys(entries).find((name) => entries[name] === file);
        const place = entry === undefined ? relative(into, file) : `./${entry}.mjs`;
        return `new URL('${place}', import.meta.url)`;
      })
      .replaceAll(/new URL\(`([^`]+)`, import\.meta\.url\)/g, (_, path) => {
        return `new URL(\`${relative(into, join(dirname(id), path))}\`, import.meta.url)`;
      });
  },
};

rmSync(halfWay, { recursive: true, force: true });
const bundle = await rolldown({
  input: entries,
  platform: 'node',
  external: asTheyAre,
  plugins: [filesBeside],
});
await bundle.write({ dir: halfWay, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
await bundle.close();
// Whoever takes the program elsewhere needs to know what else it asks for.
writeFileSync(join(halfWay, 'packages.json'), `${JSON.stringify(asTheyAre, null, 2)}\n`);
rmSync(into, { recursive: true, force: true });
renameSync(halfWay, into);

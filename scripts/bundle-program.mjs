// Makes one program of our built packages and of what they use: a tenth of the files, so it starts in half the time.
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from './prepare.mjs';

const into = join(root, 'packages/cli/dist/program');
/** They bring native modules, which they look for beside themselves. */
const asTheyAre = /^(@?serialport|libsql|pcsc-mini|node-pty)($|\/)/;

/** Files beside a module are found as before: it goes on telling its own place, from wherever the program is. */
const ownPlace = {
  name: 'own-place',
  transform(code, id) {
    if (!id.startsWith(join(root, 'packages')) || !code.includes('import.meta.url')) return null;
    const place = JSON.stringify(relative(into, id));
    return code.replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`);
  },
};

rmSync(into, { recursive: true, force: true });
const bundle = await rolldown({
  input: join(root, 'packages/cli/dist/main.js'),
  platform: 'node',
  external: asTheyAre,
  plugins: [ownPlace],
});
await bundle.write({ dir: into, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
await bundle.close();

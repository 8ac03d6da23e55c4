// Bundles a test script into one file, because a virtual machine without KVM takes seconds to load each
// package.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { asTheyAre } from '../../build/bundle-parts.mjs';
import { root } from '../../lib/prepare.mjs';

const program = join(root, 'packages/cli/bin');

/** Refers to the host's files by path, because the machine has them at the same paths. */
const filesOfHost = {
  name: 'files-of-host',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    return code.replaceAll(/new URL\('([^']+)', import\.meta\.url\)/g, (_, path) => {
      return `new URL('${pathToFileURL(join(dirname(id), path))}')`;
    });
  },
};

/** Leaves the program out of the bundle; it is imported from its own path. */
const programAsItIs = {
  name: 'program-as-it-is',
  resolveId(name, importer) {
    const path = importer === undefined ? name : join(dirname(importer), name);
    return path.startsWith(program) ? { id: pathToFileURL(path).href, external: 'absolute' } : null;
  },
};

export async function bundleScript(script, file) {
  const bundle = await rolldown({
    input: script,
    platform: 'node',
    external: asTheyAre,
    plugins: [programAsItIs, filesOfHost],
  });
  await bundle.write({ file, codeSplitting: false });
  await bundle.close();
}

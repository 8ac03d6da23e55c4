// Bundles a test script into one file, because a virtual machine without KVM takes seconds to load each
// package.
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { asTheyAre } from '../../build/bundle-parts.mjs';

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

export async function bundleScript(script, file) {
  const bundle = await rolldown({
    input: script,
    platform: 'node',
    external: asTheyAre,
    plugins: [filesOfHost],
  });
  await bundle.write({ file, codeSplitting: false });
  await bundle.close();
}

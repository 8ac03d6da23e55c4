import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export async function browserBundle(source: string): Promise<string> {
  return (await bundle(source, { codeSplitting: false })).join('');
}

/** Returns the files of a bundle. The first is loaded at once, the others on first use. */
export function browserChunks(source: string): Promise<string[]> {
  return bundle(source, {});
}

async function bundle(source: string, output: object): Promise<string[]> {
  const entry = '\0entry.js';
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? entry : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
    ],
    resolve: { conditions: ['source', 'browser', 'module'] },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: entry, output, preserveEntrySignatures: 'strict' },
    },
  });
  return (built as { output: { code: string }[] }).output.map(({ code }) => code);
}

import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Bundles the client for browsers, as small as possible. */
export async function browserBundle(source: string): Promise<string> {
  const entry = '\0entry.js';
  const output = await build({
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
      rollupOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  });
  const { output: chunks } = output as { output: { code?: string }[] };
  if (chunks.length !== 1) throw new Error(`${chunks.length} files and not one`);
  return chunks[0]?.code ?? '';
}

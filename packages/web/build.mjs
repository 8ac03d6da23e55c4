// Builds the pages and compresses their files, so that the services need not compress them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { pageConfig } from './vite.config.mjs';

const worthCompressing = /\.(html|js|css|svg|json|webmanifest|txt)$/;
const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));

// Without this variable, a build that a test starts would be a development build, which is a third larger and
// contains the names of our source files.
process.env.NODE_ENV = 'production';

for (const page of ['station', 'plotter', 'board']) {
  await build(pageConfig(page));
  for (const entry of readdirSync(here(`dist/${page}`), { recursive: true, withFileTypes: true })) {
    if (entry.isFile() && worthCompressing.test(entry.name)) compress(join(entry.parentPath, entry.name));
  }
}

function compress(file) {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}

// Loads the modules of the bundled program with V8's code cache from the build (`tools/build/code-cache/`):
// compiling them again takes a third of the CPU time of a service's start. Modules without a cache, or with
// that of a different Node, are compiled as usual.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const program = join(dist, 'program/');
const codeCache = join(dist, 'code-cache', `${process.version}-${process.arch}`);

/**
 * Returns the exports of a module of the program. Calls `onCompiled` for each module with the path of its
 * code cache.
 */
export function programLoader(onCompiled) {
  const plainRequire = createRequire(program);
  if (onCompiled === undefined && !existsSync(codeCache)) return (name) => plainRequire(`./${name}`);
  const loaded = new Map();

  function load(name) {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    try {
      const filename = join(program, name);
      const run = compile(name, filename).runInThisContext();
      run.call(module.exports, module.exports, requireFromProgram, module, filename, program);
    } catch (error) {
      loaded.delete(name);
      throw error;
    }
    return module.exports;
  }

  const requireFromProgram = (id) => (id.startsWith('./') ? load(id.slice(2)) : plainRequire(id));

  function compile(name, filename) {
    const codeFile = join(codeCache, name);
    const text = readFileSync(filename);
    const wrapped = `(function (exports, require, module, __filename, __dirname) { ${text.toString()}\n})`;
    const script = new Script(wrapped, { filename, cachedData: readCode(codeFile, text) });
    onCompiled?.({ script, text, codeFile });
    return script;
  }

  return load;
}

/**
 * Returns the checksums of a text and its code cache. V8 checks neither, and a damaged cache would
 * crash the process.
 */
const checksums = (text, code) => {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(crc32(text));
  bytes.writeUInt32LE(crc32(code), 4);
  return bytes;
};

export function writeCode(codeFile, text, code) {
  writeFileSync(codeFile, Buffer.concat([checksums(text, code), code]));
}

function readCode(codeFile, text) {
  if (!existsSync(codeFile)) return undefined;
  const content = readFileSync(codeFile);
  const code = content.subarray(8);
  return content.subarray(0, 8).equals(checksums(text, code)) ? code : undefined;
}

// Loads the modules of the bundled program with the code that V8 made of them when it was built (`scripts/code-cache/`):
// compiling their text again takes a third of the processor time that a service needs to start. A module without such code,
// or with the code of another Node, is compiled as usual.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const program = join(dist, 'program/');
const codeCache = join(dist, 'code-cache', `${process.version}-${process.arch}`);

/** Gives what a module of the program exports. `onCompiled` is called for each one, and where its code belongs. */
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

/** V8 notices neither that the text has changed nor that its code is damaged, which would end the process. */
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

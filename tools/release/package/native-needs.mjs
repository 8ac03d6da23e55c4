/** The first GCC release for each libstdc++ symbol version. */
const gccOfGlibcxx = {
  21: '5.2',
  22: '6',
  23: '7',
  24: '7.2',
  25: '8',
  26: '9',
  27: '9.2',
  28: '9.3',
  29: '11',
  30: '12',
  31: '13',
  32: '13.1',
  33: '14',
};

/** Returns the entries for `Depends` that native files need, read from their ELF headers. */
export function nativeDepends(files) {
  const needs = files.flatMap((file) => symbolVersions(file));
  const newest = (prefix) =>
    needs
      .filter((version) => version.startsWith(prefix))
      .map((version) => version.slice(prefix.length))
      .sort((one, other) => one.localeCompare(other, 'en', { numeric: true }))
      .at(-1);
  const [glibc, glibcxx, gcc] = [newest('GLIBC_2.'), newest('GLIBCXX_3.4.'), newest('GCC_')];
  return [
    ...(glibc === undefined ? [] : [`libc6 (>= 2.${glibc})`]),
    ...(gcc === undefined ? [] : ['libgcc-s1']),
    ...(glibcxx === undefined ? [] : [`libstdc++6 (>= ${gccOf(Number(glibcxx))})`]),
  ];
}

function gccOf(glibcxx) {
  if (glibcxx < 21) return '5';
  const gcc = gccOfGlibcxx[glibcxx];
  if (gcc === undefined) throw new Error(`unknown libstdc++ version GLIBCXX_3.4.${glibcxx}`);
  return gcc;
}

const versionsNeeded = 0x6ffffffe;

/** Returns the symbol versions that a file needs, such as `GLIBC_2.28`. */
function symbolVersions(file) {
  const is64 = file[4] === 2;
  const word = (at) => (is64 ? Number(file.readBigUInt64LE(at)) : file.readUInt32LE(at));
  const sections = word(is64 ? 0x28 : 0x20);
  const [size, count] = is64
    ? [file.readUInt16LE(0x3a), file.readUInt16LE(0x3c)]
    : [file.readUInt16LE(0x2e), file.readUInt16LE(0x30)];
  const section = (index) => {
    const at = sections + index * size;
    return {
      type: file.readUInt32LE(at + 4),
      offset: word(at + (is64 ? 24 : 16)),
      link: file.readUInt32LE(at + (is64 ? 40 : 24)),
      entries: file.readUInt32LE(at + (is64 ? 44 : 28)),
    };
  };
  const found = [];
  for (let index = 0; index < count; index++) {
    const { type, offset, link, entries } = section(index);
    if (type !== versionsNeeded) continue;
    const names = section(link).offset;
    let library = offset;
    for (let left = entries; left > 0; left--) {
      let version = library + file.readUInt32LE(library + 8);
      for (let more = file.readUInt16LE(library + 2); more > 0; more--) {
        const name = names + file.readUInt32LE(version + 8);
        found.push(file.toString('latin1', name, file.indexOf(0, name)));
        version += file.readUInt32LE(version + 12);
      }
      library += file.readUInt32LE(library + 12);
    }
  }
  return [...new Set(found)];
}

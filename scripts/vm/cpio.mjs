/** A cpio archive in the “newc” form, which is what the kernel unpacks as its first file system. */
export function cpioArchive(entries) {
  const all = [...withFolders(entries), { path: 'TRAILER!!!', mode: 0, content: Buffer.alloc(0) }];
  const archive = all.flatMap(({ path, mode, content }, index) => {
    const name = Buffer.from(`${path}\0`);
    const fields = [index + 1, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0];
    const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
    return [padded(Buffer.concat([Buffer.from(header), name])), padded(content)];
  });
  return Buffer.concat(archive);
}

const folderMode = 0o040755;
const fileMode = 0o100755;

/** A folder must stand in the archive before what is in it. */
function withFolders(entries) {
  const folders = new Set();
  for (const { path, folder } of entries) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length + (folder ? 1 : 0); depth++)
      folders.add(parts.slice(0, depth).join('/'));
  }
  return [
    ...[...folders].map((path) => ({ path, mode: folderMode, content: Buffer.alloc(0) })),
    ...entries
      .filter(({ folder }) => !folder)
      .map(({ path, content }) => ({ path, mode: fileMode, content: Buffer.from(content) })),
  ];
}

const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

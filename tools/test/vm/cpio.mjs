/** Returns an archive in the “newc” format, which the kernel unpacks as its initramfs. */
export function cpioArchive(entries) {
  const all = [
    ...foldersOf(entries),
    ...entries.map(inode),
    { path: 'TRAILER!!!', mode: 0, content: nothing },
  ];
  const archive = all.flatMap(({ path, mode, content }, index) => {
    const name = Buffer.from(`${path}\0`);
    const fields = [index + 1, mode, 0, 0, 1, 0, content.length, 0, 0, 0, 0, name.length, 0];
    const header = `070701${fields.map((field) => field.toString(16).padStart(8, '0')).join('')}`;
    return [padded(Buffer.concat([Buffer.from(header), name])), padded(content)];
  });
  return Buffer.concat(archive);
}

const nothing = Buffer.alloc(0);
const folderMode = 0o040755;
const fileMode = 0o100755;
const linkMode = 0o120777;

const folderInode = (path) => ({ path, mode: folderMode, content: nothing });

function inode({ path, content, linkTo, folder }) {
  if (folder) return folderInode(path);
  if (linkTo !== undefined) return { path, mode: linkMode, content: Buffer.from(linkTo) };
  return { path, mode: fileMode, content: Buffer.from(content) };
}

/** Returns the folders of the entries, in an order in which a folder comes before its contents. */
function foldersOf(entries) {
  const folders = new Set();
  for (const { path } of entries) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) folders.add(parts.slice(0, depth).join('/'));
  }
  return [...folders].map(folderInode);
}

const padded = (bytes) => Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);

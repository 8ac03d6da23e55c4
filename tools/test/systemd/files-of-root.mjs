/** Folders with temporary files and logs, which are not compared. */
const passing = ['/proc', '/sys', '/dev', '/run', '/tmp', '/packages', '/var/log', '/var/tmp'];
/**
 * Files that change with any package. The entries of the service
 * user stay after a removal, so that its id is not reused.
 */
const kept =
  /^\/(etc\/(passwd|group|gshadow|shadow|subuid|subgid)-?|etc\/\.pwd\.lock|etc\/ld\.so\.cache|var\/cache\/.*|var\/lib\/(dpkg|apt|systemd)(\/.*)?|root(\/.*)?)$/;

/** Lists the files in the container with kind, mode, owner, size and link target. */
export function listFiles(container) {
  const leave = passing.flatMap((path) => ['-path', path, '-o']).slice(0, -1);
  const format = '%p\\t%y %m %u:%g %l\\n';
  const words = ['/', '(', ...leave, ')', '-prune', '-o', '-printf', format];
  const lines = container
    .run('find', ...words)
    .trimEnd()
    .split('\n');
  return new Map(lines.map((line) => line.split('\t')));
}

export function differences(before, after) {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .filter((path) => before.get(path) !== after.get(path) && !kept.test(path))
    .map((path) => `${path}: ${before.get(path) ?? 'nothing'} → ${after.get(path) ?? 'nothing'}`)
    .toSorted();
}

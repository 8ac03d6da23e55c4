/** Packages with native modules, which they load relative to their own files. */
export const asTheyAre = ['@lydell/node-pty', 'libsql', 'serialport'];

/** Fastify would load these, and sources stay in memory. The routes check with `http/request/check`. */
const neverUsed = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
export const leaveOut = {
  name: 'leave-out',
  resolveId: (name) => (neverUsed.includes(name) ? `\0left-out:${name}` : null),
  load(id) {
    if (!id.startsWith('\0left-out:')) return null;
    return `module.exports = () => { throw new Error('${id.slice(10)} is not part of this program'); };`;
  },
};

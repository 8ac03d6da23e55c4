/** Packages that are not bundled, because they load native modules relative to their own files. */
export const asTheyAre = ['@lydell/node-pty', 'libsql', 'serialport'];

/** Packages left out to save memory: Fastify would load them, but the routes validate with `http/request/check`. */
const neverUsed = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
export const leaveOut = {
  name: 'leave-out',
  resolveId: (name) => (neverUsed.includes(name) ? `\0left-out:${name}` : null),
  load(id) {
    if (!id.startsWith('\0left-out:')) return null;
    return `module.exports = () => { throw new Error('${id.slice(10)} is not part of this program'); };`;
  },
};

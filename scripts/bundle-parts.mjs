// What every bundle of our packages leaves out.

/** They bring native modules, which they look for beside themselves. */
export const asTheyAre = ['@lydell/node-pty', 'libsql', 'serialport'];

/**
 * What Fastify would load when it checks or writes by schemas, or answers without a network. Our routes do neither (they
 * check with `http/request/check`), and the text of every module that is loaded stays in memory.
 */
const neverUsed = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];
export const leaveOut = {
  name: 'leave-out',
  resolveId: (name) => (neverUsed.includes(name) ? `\0left-out:${name}` : null),
  load(id) {
    if (!id.startsWith('\0left-out:')) return null;
    return `module.exports = () => { throw new Error('${id.slice(10)} is not part of this program'); };`;
  },
};

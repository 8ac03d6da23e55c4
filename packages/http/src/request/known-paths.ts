import type { FastifyInstance } from 'fastify';

/** Remembers what is bound to an app, and gives the methods that a path knows: what `Allow` has to say. */
export function knownPaths(app: FastifyInstance): (path: string) => string[] {
  const known: { methods: string[]; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    const pattern = url.replace(/[.+*()[\]{}^$|\\]/g, '\\$&').replace(/:[^/]+/g, '[^/]+');
    known.push({ methods: [method].flat(), pattern: new RegExp(`^${pattern}$`) });
  });
  return (path) => known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods);
}

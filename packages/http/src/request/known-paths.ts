import type { FastifyInstance } from 'fastify';

/** Remembers what is bound to an app, and gives the methods that a path knows: what `Allow` has to say. */
export function knownPaths(app: FastifyInstance): (path: string) => string[] {
  const known: { methods: string[]; segments: string[] }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    known.push({ methods: [method].flat(), segments: url.split('/') });
  });
  return (path) => {
    const asked = path.split('/');
    return known.filter(({ segments }) => fits(asked, segments)).flatMap(({ methods }) => methods);
  };
}

/** A segment such as `:id` stands for any that is not empty. */
function fits(asked: readonly string[], segments: readonly string[]): boolean {
  return (
    asked.length === segments.length &&
    segments.every((segment, at) => (segment.startsWith(':') ? asked[at] !== '' : asked[at] === segment))
  );
}

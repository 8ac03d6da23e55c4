import type { FastifyInstance } from 'fastify';

/** Records the routes of an app and returns the methods of a path, for `Allow`. */
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

/** A segment such as `:id` matches any non-empty segment. */
function fits(asked: readonly string[], segments: readonly string[]): boolean {
  return (
    asked.length === segments.length &&
    segments.every((segment, at) => (segment.startsWith(':') ? asked[at] !== '' : asked[at] === segment))
  );
}

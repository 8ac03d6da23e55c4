import { readFileSync } from 'node:fs';

export interface Example {
  heading: string;
  code: string;
}

/** Returns the examples in the README, each of which is a whole program. */
export function readmeExamples(language: 'ts' | 'js'): Example[] {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const sections = text.split(/^#{1,3} /m);
  return sections.flatMap((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    const blocks = section.matchAll(/^```(\w+)\n(.*?)^```$/gms);
    return [...blocks].flatMap(([, kind, code = '']) => (kind === language ? [{ heading, code }] : []));
  });
}

/** Returns the same program with other addresses of the services. */
export function pointedAt(code: string, urls: { station: string; plotter: string }): string {
  return code
    .replaceAll('http://localhost:8080', urls.station)
    .replaceAll('http://localhost:3000', urls.plotter);
}

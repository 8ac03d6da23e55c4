import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lazy } from '@stationery/core';

/** Encodings of a file, best first; compressed at build time. */
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export type Encoding = (typeof encodings)[number]['name'] | 'identity';

export interface PageFile {
  /** Its URL path: `/`, `/play`, `/assets/main-x1y2z3.js`. */
  path: string;
  mediaType: string;
  etag: () => string;
  /** The name contains a hash of the content. */
  hashed: boolean;
  bodies: { encoding: Encoding; bytes: Buffer }[];
}

const mediaTypeOf: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
  woff2: 'font/woff2',
  hex: 'application/octet-stream',
  uf2: 'application/octet-stream',
};
const compressed = /\.(br|gz)$/;

/** Reads all files into memory, so that requests never touch the disk. */
export function readPage(folder: string): PageFile[] {
  return existsSync(join(folder, 'index.html')) ? readFiles(folder) : [];
}

export function readFiles(folder: string): PageFile[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const there = new Set(entries.map((entry) => join(entry.parentPath, entry.name)));
  return entries
    .filter((entry) => !compressed.test(entry.name))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const mediaType = mediaTypeOf[entry.name.slice(entry.name.lastIndexOf('.') + 1)];
      if (mediaType === undefined) return [];
      const path = file.slice(folder.length).replaceAll('\\', '/');
      return [
        {
          path: path.replace(/^\/index\.html$/, '/').replace(/\/index\.html$/, ''),
          mediaType,
          hashed: path.startsWith('/assets/'),
          ...readBodies(file, there),
        },
      ];
    });
}

function readBodies(file: string, there: ReadonlySet<string>): Pick<PageFile, 'etag' | 'bodies'> {
  const bytes = readFileSync(file);
  const smaller = encodings
    .filter(({ suffix }) => there.has(file + suffix))
    .map(({ name, suffix }) => ({ encoding: name, bytes: readFileSync(file + suffix) }));
  const etag = lazy(() => createHash('sha256').update(bytes).digest('base64url').slice(0, 22));
  return { etag, bodies: [...smaller, { encoding: 'identity', bytes }] };
}

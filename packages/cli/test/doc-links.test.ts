import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const markdownIn = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));
const packages = readdirSync(join(root, 'packages')).map((name) => join('packages', name));
const guides = ['.', 'docs', 'firmware', ...packages].flatMap(markdownIn);

const read = (guide: string) => readFileSync(join(root, guide), 'utf8');

/** Returns the anchors of a guide's headings, as forges make them. */
function anchorsOf(guide: string): Set<string> {
  const headings = [...read(guide).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

it.each(guides)('every link in %s leads to an existing file and heading', (guide) => {
  const text = read(guide).replaceAll(/^```[\s\S]*?^```/gm, '');
  const links = [...text.matchAll(/\]\(([^()\s]+)\)/g)].map(([, to = '']) => to);
  const broken = links.filter((to) => {
    if (/^[a-z]+:/.test(to)) return false;
    const [path = '', anchor] = to.split('#');
    const target = path === '' ? guide : join(dirname(guide), path);
    if (!existsSync(join(root, target))) return true;
    return anchor !== undefined && !anchorsOf(target).has(anchor);
  });
  expect(broken).toEqual([]);
});

// The built program and all that it needs to run, to be kept in the machine's memory: a program that consists of
// thousands of small files takes minutes to start from the host's.
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

const notRun = /\.(map|md|ts|mts|cts|tsbuildinfo)$/;

/** Entries of an archive, with paths from the root of the checkout. */
export function workspaceFiles(root) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const entries = [];
  for (const [path, { dev, link }] of Object.entries(packages)) {
    if (path === '' || dev || !existsSync(join(root, path))) continue;
    if (link) entries.push({ path, linkTo: readlinkSync(join(root, path)) });
    else if (path.startsWith('node_modules/')) entries.push(...filesIn(root, path));
    else {
      const parts = ['package.json', 'bin', 'dist'].map((part) => `${path}/${part}`);
      entries.push(...parts.flatMap((part) => filesIn(root, part)));
    }
  }
  return entries;
}

function filesIn(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (path.endsWith('/package.json')) return [fileEntry(root, path)];
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    // Packages inside packages stand in the lock file by themselves.
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesIn(root, below);
    return entry.isFile() && !notRun.test(entry.name) ? [fileEntry(root, below)] : [];
  });
}

const fileEntry = (root, path) => ({ path, content: readFileSync(join(root, path)) });

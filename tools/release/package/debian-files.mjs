// Files that only the Debian package has: documents, manual pages, completion and lintian overrides.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../lib/prepare.mjs';
import { buildDate } from './archive.mjs';

const template = (name) => readFileSync(join(import.meta.dirname, 'debian', name), 'utf8');
/** Compresses like `gzip -9n`: without name and time, so that the bytes are reproducible. */
const compressed = (text) => gzipSync(text, { level: 9 });

/** Returns the maintainer from the variables of Debian's tools, or a valid address reserved for examples. */
export function maintainer() {
  const { DEBFULLNAME, DEBEMAIL } = process.env;
  return `${DEBFULLNAME || 'Stationery developers'} <${DEBEMAIL || 'stationery@example.org'}>`;
}

export async function debianFiles({ version, runtime }) {
  const { manualPages } = await import('../../../packages/cli/dist/manual/manual-pages.js');
  const { completionScripts } = await import('../../../packages/cli/dist/completion/completion-command.js');
  const { program } = await import('../../../packages/cli/dist/program.js');
  const { bash, zsh, fish } = await completionScripts(program);
  const files = {
    'usr/share/lintian/overrides/stationery': template('lintian-overrides'),
    'usr/share/bash-completion/completions/stationery': bash,
    'usr/share/zsh/vendor-completions/_stationery': zsh,
    'usr/share/fish/vendor_completions.d/stationery.fish': fish,
    ...Object.fromEntries(
      (await manualPages(program)).map(({ name, content }) => [
        `usr/share/man/man1/${name}.gz`,
        compressed(content),
      ]),
    ),
  };
  return [
    ...documents('stationery', version, { program: true, node: runtime !== undefined }),
    ...Object.entries(files).map(([path, content]) => ({ path, mode: 0o644, content })),
    { path: 'usr/bin/stationery', link: '../lib/stationery/bin/stationery' },
  ];
}

/** Returns the documents of a package. `contents` tells whether it has the program and Node. */
export function documents(name, version, contents = {}) {
  const folder = `usr/share/doc/${name}`;
  return [
    { path: `${folder}/copyright`, mode: 0o644, content: copyright(contents) },
    { path: `${folder}/changelog.gz`, mode: 0o644, content: compressed(changelog(name, version)) },
  ];
}

function copyright(contents) {
  const [, holder, ...terms] = /^.*\n\nCopyright \(c\) (.*)\n\n([\s\S]*)$/.exec(
    readFileSync(join(root, 'LICENSE'), 'utf8'),
  );
  const indented = terms
    .join('')
    .trim()
    .split('\n')
    .map((line) => ` ${line === '' ? '.' : line}`);
  return template('copyright')
    .replace('@HOLDER@', holder)
    .replace('@TERMS@', indented.join('\n'))
    .replaceAll(/@(NODE|PROGRAM)@\n([\s\S]*?)@END@\n/g, (_, part, stanza) =>
      contents[part.toLowerCase()] ? stanza : '',
    );
}

function changelog(name, version) {
  return `${name} (${version}) stable; urgency=medium

  * See CHANGELOG.md in the sources.

 -- ${maintainer()}  ${buildDate()}
`;
}

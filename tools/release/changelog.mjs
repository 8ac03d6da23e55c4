const heading = '## Unreleased';

/** Turns the unreleased section into the section of a version, with an empty one above. */
export function closeSection(text, version, date) {
  const start = text.indexOf(`${heading}\n`);
  if (start === -1) throw new Error(`CHANGELOG.md has no section "${heading}".`);
  const rest = text.slice(start + heading.length);
  const end = rest.indexOf('\n## ');
  const section = end === -1 ? rest : rest.slice(0, end);
  if (!/^- /m.test(section))
    throw new Error('Nothing is unreleased in CHANGELOG.md. Write what changed first.');
  return `${text.slice(0, start)}${heading}\n\n## ${version} (${date})${rest}`;
}

export const hasWildcard = (text: string) => /[*?[]/.test(text);

/** `*`, `?` and `[a-z]` or `[!a-z]` in a name. A leading dot is matched only by a dot. */
export function globPattern(glob: string): RegExp {
  const characters = glob.normalize('NFC');
  let source = /^[*?[]/.test(characters) ? '(?!\\.)' : '';
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at]!;
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') source += '.*';
    else if (character === '?') source += '.';
    else if (end > 0) {
      const inside = characters.slice(at + 1, end).replace(/[\\^[\]]/g, '\\$&');
      source += `[${inside.replace(/^!/, '^')}]`;
      at = end;
    } else source += character.replace(/[\\^$.|+()[\]{}]/g, '\\$&');
  }
  return new RegExp(`^${source}$`, 'su');
}

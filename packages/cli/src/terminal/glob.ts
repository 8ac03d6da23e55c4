import { normalizedName } from '@stationery/core/file-name';

export const hasWildcard = (text: string) => /[*?[]/.test(text);

type Token =
  | { kind: 'any' }
  /** One character in these ranges; with `isNegated`, one outside all of them. */
  | { kind: 'one'; ranges: readonly (readonly [from: string, to: string])[]; isNegated: boolean };

const anyOne: Token = { kind: 'one', ranges: [], isNegated: true };

/**
 * Returns a matcher for `*`, `?`, `[a-z]` and `[!a-z]`. It uses no regular expression, because several `*`
 * would take very long to fail.
 */
export function globMatcher(glob: string): (name: string) => boolean {
  const text = normalizedName(glob);
  const tokens = [...tokensOf([...text])];
  const isDotWanted = text.startsWith('.');
  return (name) => (isDotWanted || !name.startsWith('.')) && fits([...name], tokens);
}

function* tokensOf(characters: readonly string[]): Generator<Token> {
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] as string;
    const end = character === '[' ? characters.indexOf(']', at + 2) : -1;
    if (character === '*') yield { kind: 'any' };
    else if (character === '?') yield anyOne;
    else if (end < 0) yield { kind: 'one', ranges: [[character, character]], isNegated: false };
    else {
      const isNegated = characters[at + 1] === '!';
      yield { kind: 'one', ranges: rangesOf(characters.slice(at + (isNegated ? 2 : 1), end)), isNegated };
      at = end;
    }
  }
}

function rangesOf(characters: readonly string[]): [string, string][] {
  const ranges: [string, string][] = [];
  for (let at = 0; at < characters.length; at++) {
    const from = characters[at] as string;
    const to = characters[at + 1] === '-' ? characters[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return ranges;
}

/**
 * Whether the name matches. On a mismatch, retries only the last
 * `*` with more text, because the match before it stays valid.
 */
function fits(name: readonly string[], tokens: readonly Token[]): boolean {
  let [at, token] = [0, 0];
  let retry: { at: number; token: number } | undefined;
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted?.kind === 'any') {
      token++;
      retry = { at, token };
    } else if (wanted !== undefined && isOne(name[at] as string, wanted)) {
      at++;
      token++;
    } else if (retry !== undefined) {
      at = ++retry.at;
      token = retry.token;
    } else return false;
  }
  return tokens.slice(token).every(({ kind }) => kind === 'any');
}

function isOne(character: string, token: Token): boolean {
  if (token.kind === 'any') return false;
  const code = character.codePointAt(0) as number;
  const isIn = token.ranges.some(
    ([from, to]) => code >= (from.codePointAt(0) as number) && code <= (to.codePointAt(0) as number),
  );
  return isIn !== token.isNegated;
}

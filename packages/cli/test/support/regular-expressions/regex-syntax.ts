/** A regular expression as a tree, as far as it affects the matching time. */
export type Node =
  | { kind: 'character'; source: string }
  | { kind: 'sequence'; parts: Node[] }
  | { kind: 'either'; choices: Node[] }
  | { kind: 'repeat'; body: Node; least: number; most: number }
  /** Matches no character: an anchor, or a lookaround (whose body still takes time). */
  | { kind: 'empty'; body?: Node };

const nothing: Node = { kind: 'empty' };

/** Parses a regular expression, which JavaScript must have accepted. */
export function parseRegex(source: string): Node {
  let at = 0;
  const node = either();
  if (at !== source.length) throw new Error(`cannot read /${source}/ from ${at} on`);
  return node;

  function either(): Node {
    const choices = [sequence()];
    while (take('|')) choices.push(sequence());
    return choices.length === 1 ? (choices[0] as Node) : { kind: 'either', choices };
  }

  function sequence(): Node {
    const parts: Node[] = [];
    while (at < source.length && source[at] !== '|' && source[at] !== ')') parts.push(repeated(atom()));
    return { kind: 'sequence', parts };
  }

  function repeated(body: Node): Node {
    const match = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/.exec(source.slice(at));
    if (match === null) return body;
    at += match[0].length;
    const sign = match[0][0];
    if (sign === '*') return { kind: 'repeat', body, least: 0, most: Infinity };
    if (sign === '+') return { kind: 'repeat', body, least: 1, most: Infinity };
    if (sign === '?') return { kind: 'repeat', body, least: 0, most: 1 };
    const least = Number(match[1]);
    const most = match[2] === '' ? least : match[3] === '' ? Infinity : Number(match[3]);
    return { kind: 'repeat', body, least, most };
  }

  function atom(): Node {
    if (take('^') || take('$')) return nothing;
    if (take('(')) return group();
    if (source[at] === '[') return character(endOfClass(source, at));
    if (source[at] === '\\') return escaped();
    return character(at + ((source.codePointAt(at) as number) > 0xffff ? 2 : 1));
  }

  function group(): Node {
    const opening = /^\?(?:[:=!]|<[=!]|<\w+>)/.exec(source.slice(at))?.[0] ?? '';
    at += opening.length;
    const body = either();
    if (!take(')')) throw new Error(`a group of /${source}/ does not end`);
    return opening.includes('=') || opening.includes('!') ? { kind: 'empty', body } : body;
  }

  function escaped(): Node {
    const text = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|.)/su.exec(
      source.slice(at),
    )?.[0];
    if (text === undefined || /^\\(?:[1-9]|k)/.test(text))
      throw new Error(`/${source}/ has a backreference or an incomplete escape`);
    if (text !== '\\b' && text !== '\\B') return character(at + text.length);
    at += text.length;
    return nothing;
  }

  function character(end: number): Node {
    const text = source.slice(at, end);
    at = end;
    return { kind: 'character', source: text };
  }

  function take(sign: string): boolean {
    if (source[at] !== sign) return false;
    at++;
    return true;
  }
}

function endOfClass(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === ']') return at + 1;
  }
  throw new Error(`a class of /${source}/ does not end`);
}

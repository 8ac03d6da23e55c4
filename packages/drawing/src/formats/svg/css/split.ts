export function withoutComments(text: string): string {
  if (!text.includes('/*')) return text;
  let result = '';
  let from = 0;
  for (;;) {
    const open = text.indexOf('/*', from);
    if (open < 0) return result + text.slice(from);
    result += `${text.slice(from, open)} `;
    const close = text.indexOf('*/', open + 2);
    if (close < 0) return result;
    from = close + 2;
  }
}

/** Splits a text at marks outside quotes, parentheses and brackets. */
export function splitOutside(text: string, mark: string): string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '"' || character === "'") at = endOfQuotes(text, at);
    else if (character === '(' || character === '[') depth++;
    else if (character === ')' || character === ']') depth = Math.max(0, depth - 1);
    else if (character === mark && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

export function endOfQuotes(text: string, at: number): number {
  const quote = text[at];
  let end = at + 1;
  while (end < text.length && text[end] !== quote) end += text[end] === '\\' ? 2 : 1;
  return end;
}

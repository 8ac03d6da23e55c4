/** No document that the services read is nested this deep. */
const maxDepth = 32;
/** Minimum average size of a value. Parsing denser text takes many times the size of the text in memory. */
const minBytesPerValue = 8;
const freeValues = 1_000;

const quote = 0x22;
const backslash = 0x5c;

/**
 * Refuses text with many nested or empty lists, because `JSON.parse` would take 30 times its size in memory.
 */
export function parseBoundedJson(text: string): unknown {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === quote) at = endOfString(text, at);
    if (char === 0x5d || char === 0x7d) depth--;
    const isOpening = char === 0x5b || char === 0x7b;
    if (isOpening && ++depth > maxDepth) throw new SyntaxError(`Nested more than ${maxDepth} levels deep`);
    // Only an opening bracket or a comma starts a value.
    if (!isOpening && char !== 0x2c) continue;
    if (++values > freeValues + at / minBytesPerValue) throw new SyntaxError('Too many values for its size');
  }
  return JSON.parse(text);
}

function endOfString(text: string, at: number): number {
  for (let end = at + 1; end < text.length; end++) {
    const char = text.charCodeAt(end);
    if (char === backslash) end++;
    else if (char === quote) return end;
  }
  return text.length;
}

const dot = (x: number, y: number) => [x - 1, y, x, y + 1, x + 1, y, x, y - 1, x - 1, y];
const ring = (x: number, y: number, r: number) =>
  Array.from({ length: 9 }, (_, step) => [
    x + r * Math.cos((step * Math.PI) / 4),
    y + r * Math.sin((step * Math.PI) / 4),
  ]).flat();

/** Parses a width and the lines, separated by bars: numbers, `dot x y` or `ring x y radius`. */
export function glyphFrom(text: string): { width: number; lines: number[][] } {
  const [width, ...lines] = text.split(' | ');
  const numbers = lines.map((line) => {
    const [first = '', ...rest] = line.split(' ');
    const [x = 0, y = 0, radius = 0] = rest.map(Number);
    if (first === 'dot') return dot(x, y);
    return first === 'ring' ? ring(x, y, radius) : line.split(' ').map(Number);
  });
  return { width: Number(width), lines: numbers };
}

/** Pairs the letters of one alphabet with letters of the same form. */
export function sameForms(letters: string, forms: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...letters].map((letter, at) => [letter, [...forms][at] as string]));
}

/**
 * Letters and signs missing in Hershey Simplex, our own in its metrics: the width, then lines of x, y with x from the
 * left edge and y up from the base line; capitals are 21 high, small letters 14.
 */
export const ownGlyphs: Readonly<Record<string, string>> = {
  ß: '20 | 4 0 4 16 5 19 7 21 10 21 13 20 14 18 14 16 13 14 11 12 14 10 16 7 16 4 15 1 12 0 9 0 8 1',
  æ: '30 | 4 12 6 14 11 14 14 12 15 9 15 0 | 15 8 8 8 5 7 3 5 3 2 5 0 9 0 12 1 15 4 | 15 8 27 8 27 10 26 12 24 14 20 14 17 12 15 9 | 15 4 17 1 20 0 24 0 27 3',
  Æ: '28 | 1 0 13 21 26 21 | 14 21 14 0 26 0 | 5 7 14 7 | 14 11 22 11',
  œ: '31 | 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 11 0 13 1 15 3 16 6 16 8 15 11 13 13 11 14 8 14 | 16 8 28 8 28 10 27 12 25 14 21 14 18 12 16 8 | 16 6 18 2 21 0 25 0 28 3',
  Œ: '31 | 15 20 12 21 9 21 7 20 5 18 4 16 3 13 3 8 4 5 5 3 7 1 9 0 12 0 15 1 | 28 21 15 21 15 0 28 0 | 15 11 24 11',
  ø: '19 | 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 11 0 13 1 15 3 16 6 16 8 15 11 13 13 11 14 8 14 | 3 -1 16 15',
  Ø: '22 | 9 21 7 20 5 18 4 16 3 13 3 8 4 5 5 3 7 1 9 0 13 0 15 1 17 3 18 5 19 8 19 13 18 16 17 18 15 20 13 21 9 21 | 3 -1 19 22',
  ł: '8 | 4 21 4 0 | 1 9 7 13',
  Ł: '17 | 4 21 4 0 16 0 | 1 8 10 14',
  đ: '19 | 15 21 15 0 | 15 11 13 13 11 14 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 11 0 13 1 15 3 | 9 18 18 18',
  ð: '19 | 6 20 11 17 14 13 16 8 16 6 15 3 13 1 11 0 8 0 6 1 4 3 3 6 3 8 4 11 6 13 8 14 11 14 14 13 | 6 16 12 20',
  þ: '19 | 4 21 4 -7 | 4 11 6 13 8 14 11 14 13 13 15 11 16 8 16 6 15 3 13 1 11 0 8 0 6 1 4 3',
  ı: '8 | 4 14 4 0',
  '€': '21 | 18 18 16 20 14 21 11 21 9 20 7 18 6 16 5 13 5 8 6 5 7 3 9 1 11 0 14 0 16 1 18 3 | 2 12 14 12 | 2 9 13 9',
  '£': '20 | 16 18 14 20 12 21 9 20 7 17 7 4 6 1 4 0 17 0 | 4 11 13 11',
  '¥': '18 | 1 21 9 11 9 0 | 17 21 9 11 | 4 10 14 10 | 4 6 14 6',
  '¢': '18 | 15 11 13 13 11 14 8 14 6 13 4 11 3 8 3 6 4 3 6 1 8 0 11 0 13 1 15 3 | 9 17 9 -3',
  '§': '18 | 14 18 12 20 10 21 7 21 5 19 5 17 7 15 12 12 14 10 14 8 12 6 | 4 -1 6 -3 8 -4 11 -4 13 -2 13 0 11 2 6 5 4 7 4 9 6 11',
  '°': '12 | ring 6 18 3',
  '·': '10 | dot 5 9',
  '•': '14 | ring 7 9 3',
  '…': '30 | dot 5 1 | dot 15 1 | dot 25 1',
  '–': '20 | 2 9 18 9',
  '—': '32 | 2 9 30 9',
  '−': '26 | 4 9 22 9',
  '‘': '10 | 6 21 4 19 4 17 5 16 6 17 5 18',
  '’': '10 | 5 19 4 20 5 21 6 20 6 18 4 16',
  '‚': '10 | 5 0 4 1 5 2 6 1 6 -1 4 -3',
  '“': '16 | 6 21 4 19 4 17 5 16 6 17 5 18 | 12 21 10 19 10 17 11 16 12 17 11 18',
  '”': '16 | 5 19 4 20 5 21 6 20 6 18 4 16 | 11 19 10 20 11 21 12 20 12 18 10 16',
  '„': '16 | 5 0 4 1 5 2 6 1 6 -1 4 -3 | 11 0 10 1 11 2 12 1 12 -1 10 -3',
  '«': '20 | 9 13 4 8 9 3 | 15 13 10 8 15 3',
  '»': '20 | 5 13 10 8 5 3 | 11 13 16 8 11 3',
  '‹': '14 | 9 13 4 8 9 3',
  '›': '14 | 5 13 10 8 5 3',
  '×': '22 | 4 16 18 2 | 18 16 4 2',
  '÷': '26 | 4 9 22 9 | dot 13 15 | dot 13 3',
  '±': '26 | 13 19 13 5 | 6 12 20 12 | 6 1 20 1',
  '¿': '18 | dot 9 13 | 9 8 9 6 8 4 5 2 4 0 4 -2 5 -4 8 -6 11 -6 14 -4 15 -2',
  '¡': '10 | dot 5 13 | 5 9 5 -6',
  '¹': '11 | 3 19 6 21 6 10',
  '²': '12 | 2 19 4 21 7 21 9 19 9 17 2 10 10 10',
  '³': '12 | 2 21 9 21 5 17 8 16 9 14 9 12 7 10 4 10 2 12',
  µ: '19 | 4 14 4 -7 | 4 4 5 1 7 0 10 0 12 1 15 4 | 15 14 15 0',
  '©': '27 | ring 13.5 10 10 | 17 13 15 15 12 15 9 12 9 8 12 5 15 5 17 7',
  '®': '27 | ring 13.5 10 10 | 10 4 10 16 15 16 17 14 17 12 15 10 10 10 | 14 10 17 4',
};

/** Marks above and below letters, centred on 0; y is up from their start: the top of the letter, or its foot. */
export const marks: Readonly<
  Record<string, { readonly below?: true; readonly lines: readonly (readonly number[])[] }>
> = {
  '\u0300': { lines: [[-3, 6, 1, 2]] },
  '\u0301': { lines: [[3, 6, -1, 2]] },
  '\u0302': { lines: [[-4, 2, 0, 6, 4, 2]] },
  '\u0303': { lines: [[-5, 2, -4, 4, -2, 5, 0, 4, 2, 3, 4, 4, 5, 6]] },
  '\u0304': { lines: [[-4, 4, 4, 4]] },
  '\u0306': { lines: [[-4, 6, -3, 4, -1, 3, 1, 3, 3, 4, 4, 6]] },
  '\u0307': { lines: [dot(0, 4)] },
  '\u0308': { lines: [dot(-4, 4), dot(4, 4)] },
  '\u030a': { lines: [ring(0, 4, 2.5)] },
  '\u030b': {
    lines: [
      [0, 6, -3, 2],
      [5, 6, 2, 2],
    ],
  },
  '\u030c': { lines: [[-4, 6, 0, 2, 4, 6]] },
  '\u0313': { lines: [[-1, 6, 1, 6, 1, 4, -1, 2]] },
  '\u0314': { lines: [[1, 6, -1, 6, -1, 4, 1, 2]] },
  '\u0342': { lines: [[-5, 2, -4, 4, -2, 5, 0, 4, 2, 3, 4, 4, 5, 6]] },
  '\u0345': { below: true, lines: [[0, -2, 0, -5, 2, -6]] },
  '\u0323': { below: true, lines: [dot(0, -4)] },
  '\u0326': { below: true, lines: [[1, -2, -1, -6]] },
  '\u0327': { below: true, lines: [[0, 0, -1, -2, 1, -3, 2, -5, 1, -6, -1, -7, -3, -6]] },
  '\u0328': { below: true, lines: [[3, 0, 1, -3, 2, -6, 4, -6]] },
};

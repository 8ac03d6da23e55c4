import { fontName } from '../../font/single-line-font.ts';

const sideMm = 80;

/** Texts on the card: what to check, and what to adjust if it is wrong. */
export const testCardWords = {
  scale: ['1 Each side 80 mm? Else steps/mm'],
  round: ['2 Round?', 'Else belts'],
  pointed: ['3 Pointed?', 'Else slower'],
  dots: ['4 All there?', 'Else pen lower, wait longer'],
  comb: ['5 No lines between?', 'Else pen higher, wait longer'],
};

/**
 * Returns a card that shows which settings of a machine to adjust: scale, backlash, corners, pen height and
 * times.
 */
export function testCardSvg(words = testCardWords): string {
  const label = (x: number, y: number, lines: readonly string[]) =>
    lines
      .map(
        (line, at) =>
          `<text x="${x}" y="${y + 5.5 * at}" font-family="${fontName}" font-size="3.6">${line}</text>`,
      )
      .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="105mm" height="148mm" viewBox="0 0 105 148" fill="none" stroke="black" stroke-width="0.5">
<g transform="translate(12 18)">
<path d="M0 0h${sideMm}v${sideMm}h-${sideMm}z${ticks()}"/>
${label(0, -3, words.scale)}
${[4, 8, 12].map((radius) => `<circle cx="20" cy="20" r="${radius}"/>`).join('')}
${label(5, 40, words.round)}
<path d="${star(60, 20)}"/>
${label(45, 40, words.pointed)}
<path d="${dashes()}"/>
${label(5, 69, words.dots)}
</g>
<g transform="translate(12 104)">
<path d="${comb()}"/>
${label(0, 23, words.comb)}
</g>
</svg>
`;
}

function ticks(): string {
  const at = Array.from({ length: sideMm / 10 - 1 }, (_, index) => (index + 1) * 10);
  return at.map((mm) => `M${mm} 0v2M0 ${mm}h2`).join('');
}

function star(x: number, y: number): string {
  const points = Array.from({ length: 24 }, (_, at) => {
    const radius = at % 2 === 0 ? 12 : 3;
    const angle = (at * Math.PI) / 12;
    return `${(x + radius * Math.cos(angle)).toFixed(2)} ${(y + radius * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join('L')}z`;
}

function dashes(): string {
  const at = Array.from({ length: 17 }, (_, index) => 6 + index * 4);
  return at.map((x) => `M${x} 54h0.01M${x} 60h2`).join('');
}

function comb(): string {
  return Array.from({ length: 21 }, (_, at) => `M${at * 4} 0v16`).join('');
}

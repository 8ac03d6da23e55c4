import { fontName } from '../../font/single-line-font.ts';

const sideMm = 80;

/**
 * Returns a drawing that shows which settings of a machine to adjust: scale, backlash, corners, pen height
 * and times.
 */
export function testCardSvg(): string {
  const label = (x: number, y: number, text: string) =>
    `<text x="${x}" y="${y}" font-family="${fontName}" font-size="4">${text}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="105mm" height="148mm" viewBox="0 0 105 148" fill="none" stroke="black" stroke-width="0.5">
<g transform="translate(12 18)">
<path d="M0 0h${sideMm}v${sideMm}h-${sideMm}z${ticks()}"/>
${label(0, -3, `1 Scale: each side is ${sideMm} mm`)}
${[4, 8, 12].map((radius) => `<circle cx="20" cy="24" r="${radius}"/>`).join('')}
${label(6, 44, '2 Round?')}
<path d="${star(58, 24)}"/>
${label(44, 44, '3 Pointed?')}
<path d="${dashes()}"/>
${label(6, 74, '4 Dots and dashes: all there?')}
</g>
<g transform="translate(12 106)">
<path d="${comb()}"/>
${label(0, 26, '5 No lines between the teeth?')}
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

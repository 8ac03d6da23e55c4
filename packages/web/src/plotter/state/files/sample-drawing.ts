import { sampleTexts as texts } from '../../../texts/sample.ts';

/** A postcard for two pens, with a filled shape and text. */
export const sampleDrawing = () =>
  new File([svg()], `${texts.name}.svg`, { type: 'image/svg+xml', lastModified: 0 });

const rays = Array.from({ length: 12 }, (_, at) => {
  const angle = (at * Math.PI) / 6;
  const [x, y] = [Math.cos(angle), Math.sin(angle)];
  const to = (radius: number) => `${(112 + radius * x).toFixed(2)} ${(30 + radius * y).toFixed(2)}`;
  return `M${to(15)}L${to(21)}`;
}).join('');
const waves = [78, 83, 88].map((y) => `M12 ${y}${'q5 -4 10 0t10 0'.repeat(6)}`).join('');

const svg =
  () => `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="148mm" height="105mm" viewBox="0 0 148 105" fill="none" stroke-width="0.5">
<g inkscape:groupmode="layer" inkscape:label="${texts.blue}" stroke="#2040c0">
<path d="M40 70h50l-8 8H50z" fill="#2040c0"/><path d="M64 70V22l22 40H64M60 62V34L44 62z"/><path d="${waves}"/>
<text x="20" y="20" font-family="Stationery" font-size="9">${texts.greeting}</text>
</g>
<g inkscape:groupmode="layer" inkscape:label="${texts.red}" stroke="#c02020"><circle cx="112" cy="30" r="11"/><path d="${rays}"/></g>
</svg>
`;

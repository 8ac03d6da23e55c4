import { Random } from '@stationery/core/testing';

/** A page of 100 mm by 100 mm. */
export function svgOf(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="100mm" height="100mm" viewBox="0 0 100 100" fill="none" stroke-width="0.3">${content}</svg>`;
}

export const cross = svgOf('<path d="M10 10L90 90M90 10L10 90" stroke="#000"/>');

/** Short strokes in random order; the same every time. */
export function scatteredSvg(strokes: number): string {
  const random = new Random(1);
  const pieces: string[] = [];
  for (let stroke = 0; stroke < strokes; stroke++) {
    const [x, y] = [random.below(96_000) / 1000, random.below(96_000) / 1000];
    pieces.push(`M${x} ${y}l${(1 + random.below(3000)) / 1000} ${random.below(3000) / 1000}`);
  }
  return svgOf(`<path stroke="#000" d="${pieces.join('')}"/>`);
}

/** One stroke up and down over the whole page. */
export function zigzagSvg(points: number): string {
  const places = Array.from({ length: points }, (_, at) => `${(at / points) * 100} ${at % 2 === 0 ? 5 : 95}`);
  return svgOf(`<path stroke="#000" d="M${places.join(' ')}"/>`);
}

import type { Points } from '../drawing.ts';
import { escapeXml } from './escape-xml.ts';
import type { Plan, PlannedLayer } from './plan.ts';

interface PreviewOptions {
  /** Draws pen-up travel too, thin and pale. */
  readonly travel?: boolean;
  readonly penWidthMm?: number;
}

/** In millimetres, on its paper. Skipped strokes are pale. */
export function previewSvg(plan: Plan, { travel = false, penWidthMm = 0.4 }: PreviewOptions = {}): string {
  const { widthMm, heightMm } = plan.paper;
  const size = `width="${num(widthMm)}mm" height="${num(heightMm)}mm" viewBox="0 0 ${num(widthMm)} ${num(heightMm)}"`;
  const skipped = plan.skipped?.layers.map((layer) => penPath(layer, ' opacity="0.2"')) ?? [];
  const groups = plan.layers.map((layer) => penPath(layer));
  const ways = travel ? [`  <path stroke="#8ab" stroke-width="0.1" d="${travelPath(plan)}"/>\n`] : [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n`,
    `<rect width="100%" height="100%" fill="#fff"/>\n`,
    `<g fill="none" stroke-width="${num(penWidthMm)}" stroke-linecap="round" stroke-linejoin="round">\n`,
    ...ways,
    ...skipped,
    ...groups,
    '</g>\n</svg>\n',
  ].join('');
}

function penPath({ name, colour, strokes }: PlannedLayer, attributes = ''): string {
  const path = strokes.map((points) => pathOf(points)).join('');
  return `  <path data-pen="${escapeXml(name)}"${attributes} stroke="${escapeXml(colour)}" d="${path}"/>\n`;
}

function travelPath({ layers, paperAt }: Plan): string {
  const home = `${num(-paperAt.xMm)} ${num(-paperAt.yMm)}`;
  return layers
    .map(({ strokes }) => {
      const ways = strokes.map(
        (points) =>
          `L${num(points[0]!)} ${num(points[1]!)}M${num(points[points.length - 2]!)} ${num(points[points.length - 1]!)}`,
      );
      return `M${home}${ways.join('')}L${home}`;
    })
    .join('');
}

export function pathOf(points: Points): string {
  let path = '';
  for (let at = 0; at < points.length; at += 2)
    path += `${at === 0 ? 'M' : 'L'}${num(points[at]!)} ${num(points[at + 1]!)}`;
  return path;
}

export function num(mm: number): string {
  return `${Math.round(mm * 1000) / 1000}`;
}

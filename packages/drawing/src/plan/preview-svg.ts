import { escapeXml, pathData, short } from '../svg-text.ts';
import type { Plan, PlannedLayer } from './plan.ts';

interface PreviewOptions {
  /** Also draws pen-up travel, thin and pale. */
  readonly travel?: boolean;
  readonly penWidthMm?: number;
}

/** Returns an SVG of a plan on its paper, in millimetres. Skipped strokes are pale. */
export function previewSvg(plan: Plan, { travel = false, penWidthMm = 0.4 }: PreviewOptions = {}): string {
  const { widthMm, heightMm } = plan.paper;
  const size = `width="${short(widthMm)}mm" height="${short(heightMm)}mm" viewBox="0 0 ${short(widthMm)} ${short(heightMm)}"`;
  const skipped = plan.skipped?.layers.map((layer) => penPath(layer, ' opacity="0.2"')) ?? [];
  const groups = plan.layers.map((layer) => penPath(layer));
  const ways = travel ? [`  <path stroke="#8ab" stroke-width="0.1" d="${travelPath(plan)}"/>\n`] : [];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>\n`,
    `<rect width="100%" height="100%" fill="#fff"/>\n`,
    `<g fill="none" stroke-width="${short(penWidthMm)}" stroke-linecap="round" stroke-linejoin="round">\n`,
    ...ways,
    ...skipped,
    ...groups,
    '</g>\n</svg>\n',
  ].join('');
}

function penPath({ name, colour, strokes }: PlannedLayer, attributes = ''): string {
  const path = strokes.map((points) => pathData(points)).join('');
  return `  <path data-pen="${escapeXml(name)}"${attributes} stroke="${escapeXml(colour)}" d="${path}"/>\n`;
}

function travelPath({ layers, paperAt }: Plan): string {
  const home = `${short(-paperAt.xMm)} ${short(-paperAt.yMm)}`;
  return layers
    .map(({ strokes }) => {
      const ways = strokes.map(
        (points) =>
          `L${short(points[0]!)} ${short(points[1]!)}M${short(points[points.length - 2]!)} ${short(points[points.length - 1]!)}`,
      );
      return `M${home}${ways.join('')}L${home}`;
    })
    .join('');
}

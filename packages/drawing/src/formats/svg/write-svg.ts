import { escapeXml } from '../../plan/escape-xml.ts';
import type { PlanWriter } from '../codec.ts';
import { short } from '../short-number.ts';

/** Line width if that of the pen is unknown. */
const defaultWidthMm = 0.4;

/** Writes the plan as an SVG in millimetres: one Inkscape layer per pen, with strokes in plotting order. */
export const writeSvg: PlanWriter = function* ({ paper, layers }) {
  const [width, height] = [short(paper.widthMm, 3), short(paper.heightMm, 3)];
  yield `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" fill="none" stroke-width="${defaultWidthMm}" stroke-linecap="round" stroke-linejoin="round">\n`;
  for (const [index, { name, colour, widthMm, strokes }] of layers.entries()) {
    const strokeWidth = widthMm === undefined ? '' : ` stroke-width="${short(widthMm, 3)}"`;
    yield `<g id="pen-${index + 1}" inkscape:groupmode="layer" inkscape:label="${escapeXml(name)}" stroke="${escapeXml(colour)}"${strokeWidth}>\n`;
    for (const points of strokes) {
      let path = '';
      for (let at = 0; at < points.length; at += 2)
        path += `${at === 0 ? 'M' : at === 2 ? 'L' : ' '}${short(points[at]!, 3)} ${short(points[at + 1]!, 3)}`;
      yield `<path d="${path}"/>\n`;
    }
    yield '</g>\n';
  }
  yield '</svg>\n';
};

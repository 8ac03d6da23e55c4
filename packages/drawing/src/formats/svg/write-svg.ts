import { escapeXml, pathData, short } from '../../svg-text.ts';
import type { PlanWriter } from '../codec.ts';

/** Line width if the width of the pen is unknown. */
const defaultWidthMm = 0.4;

/** Writes an SVG in millimetres: one Inkscape layer per pen, with strokes in plotting order. */
export const writeSvg: PlanWriter = function* ({ paper, layers }) {
  const [width, height] = [short(paper.widthMm), short(paper.heightMm)];
  yield `<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="${width}mm" height="${height}mm" viewBox="0 0 ${width} ${height}" fill="none" stroke-width="${defaultWidthMm}" stroke-linecap="round" stroke-linejoin="round">\n`;
  for (const [index, { name, colour, widthMm, strokes }] of layers.entries()) {
    const strokeWidth = widthMm === undefined ? '' : ` stroke-width="${short(widthMm)}"`;
    yield `<g id="pen-${index + 1}" inkscape:groupmode="layer" inkscape:label="${escapeXml(name)}" stroke="${escapeXml(colour)}"${strokeWidth}>\n`;
    for (const points of strokes) yield `<path d="${pathData(points)}"/>\n`;
    yield '</g>\n';
  }
  yield '</svg>\n';
};

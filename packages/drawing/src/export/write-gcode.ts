import { penText } from '../plan/commands.ts';
import { type GCodeProfile, penLines } from './gcode-profiles.ts';
import { type PlanWriter, short } from './plan-writer.ts';

const slowestMmMin = 1;

/** The plan as G-code: places in millimetres from the lower left corner of the paper, with y running up. */
export function writeGCode(profile: GCodeProfile): PlanWriter {
  return function* ({ paper, layers }, options) {
    const { speed, stepsPerMm } = options.machine;
    const feed = `F${short(Math.max(slowestMmMin, (60 * speed) / stepsPerMm), 1)}`;
    const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
    const pen = penLines(profile, options);
    const [width, height] = [short(paper.widthMm, 3), short(paper.heightMm, 3)];
    yield `; G-code for ${profile.name}; paper ${width} x ${height} mm, origin at its lower left corner\n`;
    yield lines([...profile.start, ...pen.up]);
    for (const [index, layer] of layers.entries()) {
      const text = `pen ${index + 1} of ${layers.length}: ${inOneLine(penText(layer))}`;
      yield `; ${text}\n`;
      if (index > 0) yield lines(['G0 X0 Y0', profile.pause(text)]);
      for (const points of layer.strokes) {
        const place = (at: number) =>
          `X${short(points[at]!, 3)} Y${short(paper.heightMm - points[at + 1]!, 3)}`;
        let block = lines([`G0 ${place(0)}`, ...pen.down]);
        for (let at = 2; at < points.length; at += 2)
          block += `G1 ${place(at)}${at === 2 ? ` ${feed}` : ''}\n`;
        yield block + lines(pen.up);
      }
    }
    yield lines(['G0 X0 Y0', ...profile.end]);
  };
}

/** Machines take ASCII, and comments end at the line or at a bracket. */
function inOneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?').slice(0, 100);
}

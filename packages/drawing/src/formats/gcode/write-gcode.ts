import type { Points } from '../../drawing.ts';
import { speedOf } from '../../motion/speed-number.ts';
import { penText } from '../../plan/commands.ts';
import { isAskedFor, refillsOf } from '../../plan/pen-care.ts';
import { penSpeeds } from '../../plan/pen-motion.ts';
import type { PenSettings } from '../../plan/pen-settings.ts';
import { short } from '../../svg-text.ts';
import type { PlanWriter, WriteOptions } from '../codec.ts';
import { type GCodeProfile, gCodeProfiles, penLines } from './gcode-profiles.ts';

const minFeedMmMin = 1;

/** Returns a writer. Positions are in millimetres from the lower left corner of the paper, with y up. */
function writeGCode(profile: GCodeProfile): PlanWriter {
  return function* (plan, options) {
    const { paper, layers } = plan;
    const lines = (texts: readonly string[]) => texts.map((text) => `${text}\n`).join('');
    const [width, height] = [short(paper.widthMm, 3), short(paper.heightMm, 3)];
    yield `; G-code for ${profile.name}; paper ${width} x ${height} mm, origin at its lower left corner\n`;
    yield lines([...profile.start, ...penLines(profile, options).up]);
    for (const [index, layer] of layers.entries()) {
      const text = `pen ${index + 1} of ${layers.length}: ${inOneLine(penText(layer))}`;
      yield `; ${text}\n`;
      // The first pen is already in the holder.
      if (index > 0 ? isAskedFor(plan, index) : layer.settings?.pause === true)
        yield lines(['G0 X0 Y0', profile.pause(text)]);
      const pen = penLines(profile, options, layer.settings);
      const feed = feedOf(options, layer.settings);
      const stroke = (points: Points) => {
        const place = (at: number) =>
          `X${short(points[at]!, 3)} Y${short(paper.heightMm - points[at + 1]!, 3)}`;
        let block = lines([`G0 ${place(0)}`, ...pen.down]);
        for (let at = 2; at < points.length; at += 2)
          block += `G1 ${place(at)}${at === 2 ? ` ${feed}` : ''}\n`;
        return block + lines(pen.up);
      };
      const refills = refillsOf(layer, plan, options.machine);
      for (const [number, points] of layer.strokes.entries()) {
        const { kind, path } = refills.get(number) ?? {};
        if (kind === 'dip') yield stroke(path!);
        else if (kind === 'pause') yield lines(['G0 X0 Y0', profile.pause(`refill ${text}`)]);
        yield stroke(points);
      }
    }
    yield lines(['G0 X0 Y0', ...profile.end]);
  };
}

export const gCodeWriters = {
  'gcode-grbl': writeGCode(gCodeProfiles.grbl),
  'gcode-marlin': writeGCode(gCodeProfiles.marlin),
  'gcode-fluidnc': writeGCode(gCodeProfiles.fluidnc),
};

/** Returns the pen-down speed of the layer or, if it has none, of the machine. */
function feedOf({ machine }: WriteOptions, settings: PenSettings = {}): string {
  const speed =
    settings.speedMmS === undefined ? machine.speed : speedOf(machine, penSpeeds(machine, settings).draw);
  return `F${short(Math.max(minFeedMmMin, (60 * speed) / machine.stepsPerMm), 1)}`;
}

/**
 * Returns text for a comment, in ASCII because machines accept nothing else, and without line ends, which would
 * end the comment.
 */
function inOneLine(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '?').slice(0, 100);
}

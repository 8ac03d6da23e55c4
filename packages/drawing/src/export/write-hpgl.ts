import type { PlanWriter } from './plan-writer.ts';

const unitsPerMm = 40;
/** Plotters keep an instruction in a small buffer until all of it has come. */
const placesPerInstruction = 20;

/** The plan as HPGL: a pen of the carousel for each pen, places from the lower left corner of the paper. */
export const writeHpgl: PlanWriter = function* ({ paper, layers }) {
  yield 'IN;PA;\n';
  for (const [index, { strokes }] of layers.entries()) {
    yield `SP${index + 1};\n`;
    for (const points of strokes) {
      const place = (at: number) =>
        `${Math.round(points[at]! * unitsPerMm)},${Math.round((paper.heightMm - points[at + 1]!) * unitsPerMm)}`;
      yield `PU${place(0)};\n`;
      let last = place(0);
      let places: string[] = [];
      for (let at = 2; at < points.length; at += 2) {
        const next = place(at);
        // Of a stroke that is shorter than a unit, a dot is left.
        if (next === last && points.length > 4) continue;
        last = next;
        places.push(next);
        if (places.length < placesPerInstruction) continue;
        yield `PD${places.join(',')};\n`;
        places = [];
      }
      if (places.length > 0) yield `PD${places.join(',')};\n`;
    }
    yield 'PU;\n';
  }
  yield 'SP0;\n';
};

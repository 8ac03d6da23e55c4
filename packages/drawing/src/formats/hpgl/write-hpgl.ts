import type { PlannedLayer } from '../../plan/plan.ts';
import { short } from '../../svg-text.ts';
import type { PlanWriter } from '../codec.ts';
import { unitsPerMm } from './coordinates.ts';

/** Positions per instruction. Plotters buffer an instruction until it is complete, and the buffer is small. */
const placesPerInstruction = 20;

/** Writes HPGL with positions from the lower left corner. HPGL has speeds, but no pen heights and no delays. */
export const writeHpgl: PlanWriter = function* ({ paper, layers }) {
  yield 'IN;PA;\n';
  const pens = carouselPens(layers);
  const hasSpeeds = layers.some(({ settings }) => settings?.speedMmS !== undefined);
  for (const [index, { strokes, settings }] of layers.entries()) {
    yield `SP${pens[index]};\n`;
    // Speeds are in cm/s. Without a number, `VS` sets the default speed.
    if (hasSpeeds) yield settings?.speedMmS === undefined ? 'VS;\n' : `VS${speedText(settings.speedMmS)};\n`;
    for (const points of strokes) {
      const place = (at: number) =>
        `${Math.round(points[at]! * unitsPerMm)},${Math.round((paper.heightMm - points[at + 1]!) * unitsPerMm)}`;
      yield `PU${place(0)};\n`;
      let last = place(0);
      let places: string[] = [];
      for (let at = 2; at < points.length; at += 2) {
        const next = place(at);
        // A stroke of two equal points becomes a dot.
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

/** Returns the carousel position of each layer. Layers with the same palette pen share a position. */
function carouselPens(layers: readonly PlannedLayer[]): number[] {
  const places = new Map<string | number, number>();
  return layers.map(({ settings }, index) => {
    const pen = settings?.pen ?? index;
    const place = places.get(pen) ?? places.size + 1;
    places.set(pen, place);
    return place;
  });
}

const minSpeedCmS = 0.1;
const speedText = (speedMmS: number) => short(Math.max(minSpeedCmS, speedMmS / 10), 1);

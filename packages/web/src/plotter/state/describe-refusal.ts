import { plotterTexts } from '../../texts/plotter.ts';
import { mm } from './format.ts';

const texts = plotterTexts.refusal;
const refusal = /ERR(?:OR)?(?: ([A-Z]+)(?: .*)?)?$/;
const step = '(-?\\d+)';
/** With what the service adds in millimetres, for those who read its words as they are. */
const outside = new RegExp(
  `X${step} Y${step} is outside of the machine: X${step} to ${step}, Y${step} to ${step}\\.( In millimetres .*)?`,
);
const limit = new RegExp(`ERR LIMIT X${step} Y${step} lies outside`);

/** What our firmware says in codes, in words with what to do next, and steps in millimetres; anything else as it is. */
export function describeRefusal(text: string): string {
  const place = limit.exec(text);
  if (place !== null) return text.replace(refusal, texts.limitAt(mm(Number(place[1])), mm(Number(place[2]))));
  return text
    .replace(outside, (_, ...steps: string[]) => {
      const [x, y, minX, maxX, minY, maxY] = steps.slice(0, 6).map((value) => mm(Number(value)));
      return texts.outside(x!, y!, texts.range(minX!, maxX!), texts.range(minY!, maxY!));
    })
    .replace(refusal, (line, code: string) => texts.codes[code as keyof typeof texts.codes] ?? line);
}

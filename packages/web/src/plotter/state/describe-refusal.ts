import { plotterTexts } from '../../texts/plotter.ts';
import { mm } from './format.ts';

const texts = plotterTexts.refusal;
/** A refusal of the firmware ends a text: its code, and for some codes more. */
const refusal = /ERR(?:OR)?(?: ([A-Z]+)(?: .*)?)?$/;
const limit = /ERR LIMIT X(-?\d{1,12}) Y(-?\d{1,12})\b/;

/** What the firmware says by a code, as a sentence with what to do next; any other text as it is. */
export function describeRefusal(text: string): string {
  const position = limit.exec(text);
  if (position !== null) {
    return text.replace(refusal, texts.limitAt(mm(Number(position[1])), mm(Number(position[2]))));
  }
  return text.replace(refusal, (line, code: string) => texts.codes[code as keyof typeof texts.codes] ?? line);
}

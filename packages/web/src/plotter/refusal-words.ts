import { plotterTexts } from '../texts/plotter.ts';

const texts = plotterTexts.refusal;
const refusal = /ERR(?:OR)?(?: ([A-Z]+)(?: .*)?)?$/;

/** What our firmware says in codes, in words with what to do next; anything else as it is. */
export function inWords(text: string): string {
  return text.replace(refusal, (line, code: string) => texts[code as keyof typeof texts] ?? line);
}

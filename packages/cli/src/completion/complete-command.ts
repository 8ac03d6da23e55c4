import { defineCommand } from '../command-line/command.ts';
import { candidatesFor } from './candidates.ts';

/** The longest acceptable wait after the Tab key. */
const withinMs = 1000;

export const complete = defineCommand({
  summary: 'List what completes a word, for the completion scripts',
  arguments: '<words…>',
  isHidden: true,
  about: `Takes the typed words and prints the candidates: one per line, with a description after a tab. Prints nothing
if the service can’t be reached.`,
  examples: ['stationery complete -- stationery tags bind'],
  async run({ program, args, out, env, signal }) {
    const asked = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
    const found = await candidatesFor(program, args.slice(1), { env, signal: asked }).catch(() => []);
    out.result(found, () => {
      for (const { word, about } of found) out.line(about === '' ? word : `${word}\t${about}`);
    });
  },
});

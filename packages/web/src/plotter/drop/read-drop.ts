import { plotterTexts } from '../../texts/plotter.ts';

/** What a file that was given to the page can be used for. */
export type Dropped =
  | { kind: 'drawing' | 'script'; name: string; blob: Blob }
  | { kind: 'refused'; why: string };

const lookedAtBytes = 4096;
const texts = plotterTexts.script;

/** Looks at the beginning of a file, not at its name alone: names lie. */
export async function readDrop(file: File): Promise<Dropped> {
  const start = new Uint8Array(await file.slice(0, lookedAtBytes).arrayBuffer());
  const text = new TextDecoder().decode(start);
  const name = file.name.replace(/\.[^.]+$/, '');
  if (/\.svgz?$/i.test(file.name) || /<svg[\s>]/i.test(text)) return { kind: 'drawing', name, blob: file };
  if (start.includes(0)) return { kind: 'refused', why: texts.notText(file.name) };
  return { kind: 'script', name, blob: file };
}

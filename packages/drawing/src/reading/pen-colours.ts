import type { Layer } from '../drawing.ts';

/** Colours by pen number, from 1, as printers show them; plotters draw with the inserted pen. */
const colours = ['#000000', '#ff0000', '#008000', '#d4a000', '#0000ff', '#c000c0', '#009999', '#ff8000'];

/** A pen known by its number only. */
export function numberedPen(number: number, colour?: string): Layer {
  const defaultColour = colours[(number - 1) % colours.length] ?? '#000000';
  return { name: `Pen ${number}`, colour: colour ?? defaultColour };
}

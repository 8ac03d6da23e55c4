import type { PictureStyleName } from '@stationery/contract/picture-formats';
import { contours } from './contours.ts';
import { edges } from './edges.ts';
import { halftone } from './halftone.ts';
import { hatch } from './hatch.ts';
import { singleLine } from './single-line.ts';
import { stipple } from './stipple.ts';
import type { Style } from './style.ts';
import { waves } from './waves.ts';

export const styles: Readonly<Record<PictureStyleName, Style>> = {
  stipple,
  line: singleLine,
  halftone,
  hatch,
  waves,
  contours,
  edges,
};

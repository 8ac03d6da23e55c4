import { type DecodeGroups, scalarDecoder } from './scalar-decoder.ts';
import { simdDecoder } from './simd-decoder.ts';

let chosen: DecodeGroups | undefined;

/** The faster one that this machine has; chosen when the first file comes, so that a start takes no longer. */
export function groupDecoder(): DecodeGroups {
  chosen ??= simdDecoder() ?? scalarDecoder;
  return chosen;
}

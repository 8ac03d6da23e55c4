import { type DecodeGroups, scalarDecoder } from './scalar-decoder.ts';
import { simdDecoder } from './simd-decoder.ts';

let chosen: DecodeGroups | undefined;

/** The fastest decoder of this machine, chosen at the first upload to keep the start fast. */
export function groupDecoder(): DecodeGroups {
  chosen ??= simdDecoder() ?? scalarDecoder;
  return chosen;
}

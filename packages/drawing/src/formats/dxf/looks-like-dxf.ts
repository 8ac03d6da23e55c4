import type { FileStart } from '../file-start.ts';

export const binarySignature = 'AutoCAD Binary DXF';

/**
 * Whether the file is a DXF. Its lines are pairs of group code and value, and the first pair that is not a
 * comment (999) begins a section.
 */
export function looksLikeDxf({ signature, lines }: FileStart): boolean {
  if (signature.startsWith(binarySignature)) return true;
  let at = 0;
  while (lines[at] === '999') at += 2;
  return lines[at] === '0' && lines[at + 1] === 'SECTION';
}

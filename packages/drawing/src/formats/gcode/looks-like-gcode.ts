import { type FileStart, majorityMatches } from '../file-start.ts';

/** Words of a letter and a number, without spaces and comments. `$` begins a setting. */
const blockPattern = /^(?:\/?(?:[A-Z][-+]?[\d.]+)+|\$[\w=.-]+)$/i;

export function looksLikeGCode({ lines }: FileStart): boolean {
  const blocks = lines.map((line) => line.replace(/[;(*%].*/s, '').replace(/\s/g, ''));
  return majorityMatches(blocks, blockPattern) && blocks.some((block) => /^\/?(?:N\d+)?[GM]\d/i.test(block));
}

import { type FileStart, majorityMatches } from '../file-start.ts';

/** Matches words of a letter and a number, after spaces and comments are removed. `$` begins a setting. */
const blockPattern = /^(?:\/?(?:[A-Z][-+]?[\d.]+)+|\$[\w=.-]+)$/i;

export function looksLikeGCode({ lines }: FileStart): boolean {
  const blocks = lines.map((line) => line.replace(/[;(*%].*/s, '').replace(/\s/g, ''));
  return majorityMatches(blocks, blockPattern) && blocks.some((block) => /^\/?(?:N\d+)?[GM]\d/i.test(block));
}

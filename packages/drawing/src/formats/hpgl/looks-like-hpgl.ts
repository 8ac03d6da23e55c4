import { type FileStart, majorityMatches } from '../file-start.ts';

/** Typical first instructions of a file. */
const instruction =
  /^(?:IN|DF|SP|PU|PD|PA|PR|PG|VS|IP|SC|IW|RO|LT|PS|PW|WU|NP|FS|BP|QP|AS|AA|AR|AT|RT|CI|EA|ER|EW|RA|RR|WG|PM|EP|FP|SI|SR|DI|DR|LO|SL|CP|PC|CR|CT|FT|UL|LA|MC|TR)[\d\s,.+-]*$/i;
/** A line of instructions without separators between them. */
const instructionLine = /^(?:(?:IN|DF|SP|PU|PD|PA|PR|VS|IP|SC|LT)[\d\s,.+-]*;?)+$/i;
const move = /^(?:PU|PD|PA|PR)[\s\d+-]/i;
/** Instructions with text, which may occur near the start. */
const textInstruction = /^(?:PE|LB|DT|CO|SM|WD)/i;
/** Escape sequences that switch a printer to HPGL or set up the port of a plotter. */
const escapeSequence = /^(?:\x1bE)?\x1b(?:%-?\dB|\.[A-Z@(])|^\x1b%-12345X[\s\S]{0,1000}?LANGUAGE *= *HPGL/i;

export function looksLikeHpgl({ text = '', lines }: FileStart): boolean {
  if (majorityMatches(lines, instructionLine) && lines.some((line) => move.test(line))) return true;
  // Drops the part after the last semicolon, because it may be incomplete.
  const [first = '', ...others] = text
    .split(';', 4)
    .slice(0, -1)
    .map((each) => each.trim());
  return (
    escapeSequence.test(text) ||
    (others.length > 0 &&
      instruction.test(first) &&
      others.every((each) => instruction.test(each) || textInstruction.test(each)))
  );
}

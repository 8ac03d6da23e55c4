import { encodingByMark } from './byte-order-mark.ts';
import type { FileKind } from './file-kind.ts';

/** A file is recognised by these many lines; each is read up to a length that no command has. */
const mostLines = 60;
const longestLine = 256;

/** What a file of text is; `binary` where it is none. */
export function textKindOf(start: Uint8Array): FileKind {
  const encoding = encodingByMark(start);
  // Text has no zeros, except in the encodings that have two bytes for each letter.
  if (encoding === undefined && start.includes(0)) return 'binary';
  const text = new TextDecoder(encoding ?? 'utf-8').decode(start).trimStart();
  if (text === '') return 'empty';
  if (text.startsWith('<')) return markupKindOf(text);
  const lines = text.split(/\r\n?|\n/, mostLines).map((line) => line.slice(0, longestLine).trim());
  if (isDxf(lines)) return 'dxf';
  if (isHpgl(text, lines)) return 'hpgl';
  if (isScript(lines)) return 'plotter-commands';
  if (isGCode(lines)) return 'g-code';
  return 'text';
}

/** By the first element: comments, instructions and the document type come before it. */
function markupKindOf(text: string): FileKind {
  let rest = text;
  while (/^<[?!]/.test(rest)) {
    const end = rest.startsWith('<!--') ? '-->' : '>';
    const at = rest.indexOf(end);
    // What is not seen yet, and whatever is unusual, is for the reader to judge.
    if (at < 0) return 'svg';
    rest = rest.slice(at + end.length).trimStart();
  }
  return /^<html[\s>]/i.test(rest) ? 'html' : 'svg';
}

/** Pairs of lines, a number and a value. The first is a section, except for comments, which have the number 999. */
function isDxf(lines: readonly string[]): boolean {
  let at = 0;
  while (lines[at] === '999') at += 2;
  return lines[at] === '0' && lines[at + 1] === 'SECTION';
}

/** The instructions that programs begin with: two letters and numbers. */
const hpglInstruction =
  /^(?:IN|DF|SP|PU|PD|PA|PR|PG|VS|IP|SC|IW|RO|LT|PS|PW|WU|NP|FS|BP|QP|AS|AA|AR|AT|RT|CI|EA|ER|EW|RA|RR|WG|PM|EP|FP|SI|SR|DI|DR|LO|SL|CP|PC|CR|CT|FT|UL|LA|MC|TR)[\d\s,.+-]*$/i;
/** A line of instructions where nothing stands between them; most lines of such a file are moves. */
const hpglLine = /^(?:(?:IN|DF|SP|PU|PD|PA|PR|VS|IP|SC|LT)[\d\s,.+-]*;?)+$/i;
const hpglMove = /^(?:PU|PD|PA|PR)[\s\d+-]/i;
/** What may stand among the first instructions, with text behind it. */
const hpglText = /^(?:PE|LB|DT|CO|SM|WD)/i;
/** What a program sends first to have a printer understand HPGL, or to set up the port of a plotter. */
const hpglEscape = /^(?:\x1bE)?\x1b(?:%-?\dB|\.[A-Z@(])|^\x1b%-12345X[\s\S]{0,1000}?LANGUAGE *= *HPGL/i;

function isHpgl(text: string, lines: readonly string[]): boolean {
  if (mostAre(lines, hpglLine) && lines.some((line) => hpglMove.test(line))) return true;
  // The piece after the last semicolon may be cut off, or be nothing.
  const [first = '', ...others] = text
    .split(';', 4)
    .slice(0, -1)
    .map((each) => each.trim());
  return (
    hpglEscape.test(text) ||
    (others.length > 0 &&
      hpglInstruction.test(first) &&
      others.every((each) => hpglInstruction.test(each) || hpglText.test(each)))
  );
}

/** The commands of our firmware (docs/firmware-protocol.md). */
const plotterCommand =
  /^(?:PENUP|PENDOWN|MOVE|HOME|ZERO|SPEED|ACCEL|WAIT|SERVO|PENHEIGHT|STATUS|VERSION|SYNC|STOP|RESET)(?:\s|$)/i;

function isScript(lines: readonly string[]): boolean {
  return mostAre(
    lines.filter((line) => !/^[#;]/.test(line)),
    plotterCommand,
  );
}

/** Words of a letter and a number, once spaces and what is said about them are taken out; `$` begins a setting. */
const gCodeBlock = /^(?:\/?(?:[A-Z][-+]?[\d.]+)+|\$[\w=.-]+)$/i;

function isGCode(lines: readonly string[]): boolean {
  const blocks = lines.map((line) => line.replace(/[;(*%].*$/, '').replace(/\s/g, ''));
  return mostAre(blocks, gCodeBlock) && blocks.some((block) => /^\/?(?:N\d+)?[GM]\d/i.test(block));
}

/** Most of it is commands, whatever else is between; the last line may be cut off. */
function mostAre(lines: readonly string[], command: RegExp): boolean {
  const written = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line !== '');
  const commands = written.filter((line) => command.test(line)).length;
  return commands > 0 && commands >= 0.8 * written.length;
}

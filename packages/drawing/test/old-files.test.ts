import { readDrawing, readSvg } from '@stationery/drawing';
import { expect, it } from 'vitest';

const ink = (file: Parameters<typeof readDrawing>[0]) =>
  readDrawing(file).strokes.map(({ points }) => Array.from(points, (value) => Math.round(value * 100) / 100));
const textFile = (text: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="90mm" height="90mm" viewBox="0 0 90 90"><text x="50" y="50" font-size="10" ${attributes}>${text}</text></svg>`;

it('the € sign and curly quotes of Windows-1252 are decoded', () => {
  const declared = (content: Buffer) =>
    Uint8Array.from([...Buffer.from('<?xml version="1.0" encoding="windows-1252"?>'), ...content]);
  const old = Buffer.from(textFile('\x80\x93a\x94'), 'latin1');
  expect(ink(declared(old))).toEqual(ink(textFile('€“a”')));
  const label = (text: string) => `IN;SP1;PA100,100;LB${text}\x03;PU;`;
  expect(ink(Uint8Array.from(Buffer.from(label('\x80\xfc'), 'latin1')))).toEqual(ink(label('€ü')));
});

it('right-to-left text starts at its right side', () => {
  const rtl = (attributes: string) => ink(textFile('abc', `${attributes} direction="rtl"`));
  expect(rtl('')).toEqual(ink(textFile('abc', 'text-anchor="end"')));
  expect(rtl('text-anchor="end"')).toEqual(ink(textFile('abc')));
  expect(rtl('text-anchor="middle"')).toEqual(ink(textFile('abc', 'text-anchor="middle"')));
});

it('the ticks of HPGL axes are drawn', () => {
  const file = 'IN;IP0,0,10000,8000;SP1;PA4000,4000;XT;YT;TL1,0;XT;TL;PU;';
  const { heightMm, notes } = readDrawing(file);
  const up = (strokes: number[][]) =>
    strokes.map((each) => each.map((value, at) => (at % 2 ? heightMm - value : value)));
  expect(up(ink(file))).toEqual([
    [100, 101, 100, 99],
    [101.25, 100, 98.75, 100],
    [100, 102, 100, 100],
  ]);
  expect(notes).toEqual([]);
});

it('a drawing with a single line has a page', () => {
  for (const file of ['IN;SP1;PU0,0;PD4000,0;PU;', 'G21\nG0 X0 Y0\nM3\nG1 X0 Y100 F900\nM5\n']) {
    const { widthMm, heightMm } = readDrawing(file);
    expect([widthMm, heightMm].sort((a, b) => a - b)).toEqual([1, 100]);
  }
  const flat = readSvg('<svg xmlns="http://www.w3.org/2000/svg"><path stroke="red" d="M0 0H96"/></svg>');
  expect(flat.heightMm).toBeGreaterThan(0.9);
});

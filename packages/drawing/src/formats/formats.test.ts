import { deflateSync, gzipSync } from 'node:zlib';
import { planFile, readDrawing } from '@stationery/drawing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FormatName, recogniseFile } from './formats.ts';

const bytes = (...values: (number | string)[]) =>
  Buffer.concat(
    values.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : Buffer.of(each))),
  );

const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm"><path d="M0 0h9" stroke="#000"/></svg>';

const samples: readonly (readonly [id: FormatName, title: string, file: string | Uint8Array])[] = [
  ['svg', 'SVG', svg],
  ['svg', 'SVG', `\ufeff<?xml version="1.0"?>\n<!-- <html> and G1 X1 -->\n<!DOCTYPE svg>\n${svg}`],
  ['svg', 'SVG', Buffer.from(`\ufeff${svg}`, 'utf16le')],
  ['svg', 'SVG', Buffer.from(svg, 'utf16le')],
  ['svg', 'SVG', `<!DOCTYPE html>${svg}`],
  ['svg', 'SVG', `<!--${' long '.repeat(2000)}-->${svg}`],
  ['gzip', 'gzip', gzipSync(svg)],
  [
    'g-code',
    'G-code',
    '%\nO1000 (a square)\nN10 G21 G90\nN20 G0 X0 Y0\nN30 G1 X10.5 Y-3 F600 ; side\nN40 M30\n%\n',
  ],
  ['g-code', 'G-code', '; written by a slicer\r\nG28\r\nM104 S200\r\nG1X1.Y.5E+3\r\n$H\r\nM2\r\n'],
  ['g-code', 'G-code', 'G21'],
  ['hpgl', 'HPGL', 'IN;SP1;PU0,0;PD100,0,100,100;PU;SP0;'],
  ['hpgl', 'HPGL', 'IN;\nIP0,0,4000,4000;\nSC0,100,0,100;\nSP1;'],
  ['hpgl', 'HPGL', '\x1b%-1BBPIN;SP1;PA0,0'],
  ['hpgl', 'HPGL', '\x1b.(;IN;SP1;'],
  ['dxf', 'DXF', '  0\r\nSECTION\r\n  2\r\nHEADER\r\n'],
  ['dxf', 'DXF', '999\nwritten by a CAD program\n0\nSECTION\n2\nENTITIES\n'],
  ['dxf', 'DXF', bytes('AutoCAD Binary DXF\r\n', 0x1a, 0, 0, 0)],
  ['dwg', 'DWG', bytes('AC1032', 0, 0, 0, 0, 0)],
  ['pdf', 'PDF', '%PDF-1.7\n%âãÏÓ\n1 0 obj'],
  ['postscript', 'PostScript', '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n'],
  ['png', 'PNG', bytes(0x89, 'PNG\r\n', 0x1a, '\n', 0, 0, 0, 13, 'IHDR')],
  ['jpeg', 'JPEG', bytes(0xff, 0xd8, 0xff, 0xe1, 0, 16, 'Exif')],
  ['gif', 'GIF', 'GIF89a'],
  ['webp', 'WebP', bytes('RIFF', 9, 0, 0, 0, 'WEBPVP8 ')],
  ['tiff', 'TIFF', bytes('II*', 0, 8, 0, 0, 0)],
  ['heic', 'HEIC', bytes(0, 0, 0, 24, 'ftypheic', 0, 0, 0, 0)],
  ['avif', 'AVIF', bytes(0, 0, 0, 24, 'ftypavif', 0, 0, 0, 0)],
  ['bmp', 'BMP', bytes('BM', 0x46, 0, 0, 0, 0, 0, 0, 0, 0x36, 0, 0, 0)],
  ['zip', 'ZIP', bytes('PK', 3, 4, 20, 0)],
  ['html', 'HTML', '<!DOCTYPE html>\n<!-- a page -->\n<html lang="en"><body><svg></svg></body></html>'],
  ['plotter-commands', '', '# a square\nSPEED 800\nPENDOWN\nMOVE X800 Y0\nMOVE X0 Y0\nPENUP\n'],
  ['plotter-commands', '', 'home'],
  ['text', '', 'Dear plotter,\nplease write me a letter.\nG1 is a line of it.'],
  ['text', '', 'BMW and AC10 are words; so is PAINT; and INPUT.'],
  ['text', '', '{"type":"FeatureCollection"}'],
  ['binary', '', deflateSync('x'.repeat(99))],
  ['binary', '', bytes(1, 2, 0, 4)],
  ['empty', '', ''],
  ['empty', '', ' \n\r\n'],
];

describe('recognising a file by its first bytes', () => {
  it.each(samples)('%s (%s): %j', async (id, title, file) => {
    const format = recogniseFile(file);
    expect(format).toMatchObject({ id, title });
    const whole = typeof file === 'string' ? Buffer.from(file) : file;
    expect(recogniseFile(whole).id).toBe(id);
    const message = format.advice;
    if (id === 'svg') {
      expect(message).toBeUndefined();
      expect(readDrawing(file).strokes).toHaveLength(1);
    } else if (format.isPacked) {
      expect((await planFile(file)).plan.layers).toHaveLength(1);
      expect(() => readDrawing(file)).toThrow(message);
    } else if (format.isReadable) {
      expect(message).toBeUndefined();
      expect(readDrawing(file).notes.map(({ code }) => code)).not.toContain('instruction-skipped');
    } else {
      expect(message).toMatch(
        id === 'empty' ? /^The file is empty\. ./ : /^This is an? .*, not an SVG\. .*\.$/,
      );
      expect(() => readDrawing(file)).toThrow(
        expect.objectContaining({ code: 'drawing.not-readable', message }),
      );
      // For a compressed file, the advice is that of its content.
      if (format.isDrawn !== 'everywhere')
        await expect(planFile(gzipSync(whole))).rejects.toMatchObject({ message });
    }
  });

  it('returns a reader or advice for random bytes', () => {
    const pieces = fc.array(
      fc.constantFrom('G', 'PU', '<', '<!--', '0\n', 'SECTION', ';', ' ', '1.', ',', '\x1b', '\0', 'CO"'),
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          pieces.map((each) => each.join('')),
        ),
        (file) => {
          const { advice, isReadable } = recogniseFile(file);
          expect(advice === undefined).toBe(isReadable);
        },
      ),
      { numRuns: 300 },
    );
  });
});

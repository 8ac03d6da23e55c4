import { describe, expect, it } from 'vitest';
import { parseTerminal } from './terminal-line.ts';

describe('the last line of a reply', () => {
  it.each([
    ['OK', 'OK', ''],
    ['OK PEN_UP', 'OK PEN_UP', 'PEN_UP'],
    ['ok', 'ok', ''],
    ['Ok moved', 'Ok moved', 'MOVED'],
    ['  OK MOVE', 'OK MOVE', 'MOVE'],
    ['OK\tMOVE\t12', 'OK\tMOVE\t12', 'MOVE'],
    ['OK:MOVE', 'OK:MOVE', 'MOVE'],
    ['OK: done', 'OK: done', 'DONE'],
    ['ok.', 'ok.', ''],
    ['OK, moved', 'OK, moved', 'MOVED'],
    ['> OK PEN_UP', 'OK PEN_UP', 'PEN_UP'],
    ['>>> ok', 'ok', ''],
    ['>OK', 'OK', ''],
    [' $ ok', 'ok', ''],
    ['\uFEFFOK HOME', 'OK HOME', 'HOME'],
    ['\uFEFF > ok', 'ok', ''],
  ])('%j reports success', (text, line, word) => {
    expect(parseTerminal(text)).toEqual({ kind: 'ok', line, word });
  });

  it.each([
    [
      'ERR RANGE 0 is not 1 to 20000 steps/s',
      'ERR RANGE 0 is not 1 to 20000 steps/s',
      'RANGE',
      '0 is not 1 to 20000 steps/s',
    ],
    ['ERROR 5', 'ERROR 5', '5', ''],
    ['error:9', 'error:9', '9', ''],
    ['Error: Not homed: X', 'Error: Not homed: X', 'Not', 'homed: X'],
    ['ERR', 'ERR', '', ''],
    ['ERR12', 'ERR12', '12', ''],
    ['ERR-5', 'ERR-5', '-5', ''],
    ['> \terror:1', 'error:1', '1', ''],
    ['\uFEFFERROR', 'ERROR', '', ''],
  ])('%j reports an error', (text, line, code, rest) => {
    expect(parseTerminal(text)).toEqual({ kind: 'error', line, code, text: rest });
  });

  it.each([
    'OKAY',
    'OKAY moved',
    'OK-ish',
    'OK_MOVE',
    'OK.5',
    'okular',
    'ERRORS 0',
    'errors: 0',
    'ERRATIC',
    'Err-prone',
    'READY',
    'READY stationery-plotter 1.0.0',
    'LAST ERROR 0',
    'STATUS OK',
    'POS X1 Y2',
    '>>>> OK',
    '<Idle|MPos:0,0>',
    '# OK',
    '>',
    '',
    ' ',
  ])('%j is not a last line', (text) => {
    expect(parseTerminal(text)).toBeUndefined();
  });
});

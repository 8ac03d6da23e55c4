import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canAcknowledge, firmwareCommands, isBanner } from '../lines/grammar.ts';
import { parseCommand } from './command-parser.ts';
import { parseMove } from './our-language.ts';

describe('well-formed commands', () => {
  it.each([
    ['PENUP', { verb: 'PENUP' }],
    ['pendown', { verb: 'PENDOWN' }],
    ['  STATUS\t', { verb: 'STATUS' }],
    ['STOP', { verb: 'STOP' }],
    ['stop now', { verb: 'STOP' }],
    ['SYNC 007', { verb: 'SYNC', digits: '007' }],
    ['MOVE X10 Y-5', { verb: 'MOVE', x: 10, y: -5 }],
    ['move  x+10\ty-0', { verb: 'MOVE', x: 10, y: 0 }],
    ['MOVE X-999999999 Y999999999', { verb: 'MOVE', x: -999_999_999, y: 999_999_999 }],
    ['WAIT 250', { verb: 'WAIT', waitMs: 250 }],
    ['SPEED 1200', { verb: 'SPEED', speed: 1200 }],
    ['ACCEL 0080000', { verb: 'ACCEL', acceleration: 80_000 }],
    ['SERVO -1', { verb: 'SERVO', degrees: -1 }],
  ])('are parsed: %s', (line, command) => {
    expect(parseCommand(line)).toEqual({ ok: true, command });
  });
});

describe('malformed commands', () => {
  it.each([
    ['JUMP', 'UNKNOWN'],
    ['MOVEX10 Y10', 'UNKNOWN'],
    ['PENUP 1', 'ARGS'],
    ['SYNC', 'ARGS'],
    ['SYNC -1', 'ARGS'],
    ['SYNC 1234567890', 'ARGS'],
    ['MOVE', 'ARGS'],
    ['MOVE X10', 'ARGS'],
    ['MOVE Y10 X10', 'ARGS'],
    ['MOVE 10 10', 'ARGS'],
    ['MOVE X1.5 Y0', 'ARGS'],
    ['MOVE X1 Y1 Z1', 'ARGS'],
    ['MOVE X Y', 'ARGS'],
    ['SPEED', 'ARGS'],
    ['SPEED fast', 'ARGS'],
    ['SPEED 1e3', 'ARGS'],
    ['SPEED 1000000000', 'RANGE'],
    ['MOVE X99999999999999999999 Y0', 'RANGE'],
  ])('%s is refused with %s', (line, code) => {
    expect(parseCommand(line)).toMatchObject({ ok: false, error: { code } });
  });

  it('are quoted in the reply with long words shortened', () => {
    const parsed = parseCommand('A'.repeat(255));
    expect(parsed.ok ? '' : parsed.error.text).toBe(`${'A'.repeat(29)}... is not a command`);
  });
});

it('any line is either parsed or refused', () => {
  fc.assert(
    fc.property(fc.string(), (line) => {
      expect(typeof parseCommand(line).ok).toBe('boolean');
    }),
  );
});

it('the parser knows every command of the set', () => {
  for (const { verb } of firmwareCommands) {
    const parsed = parseCommand(verb);
    expect(parsed.ok || parsed.error.code === 'ARGS', verb).toBe(true);
  }
});

describe('the grammar of replies', () => {
  it.each([
    ['PENUP', 'PEN_UP', true],
    ['penup', 'PEN_UP', true],
    ['PENUP', 'MOVE', false],
    ['SYNC 7', 'SYNC_7', true],
    ['SYNC 7', 'SYNC_6', false],
    ['MOVE X1 Y1', 'SYNC_1', false],
    ['PENUP', 'DONE', true],
    ['PENUP', '', true],
  ])('%s may be acknowledged with %s: %s', (command, word, possible) => {
    expect(canAcknowledge(command, word)).toBe(possible);
  });

  it('recognises a banner and parses a move', () => {
    expect(isBanner('READY stationery-plotter 1.0.0')).toBe(true);
    expect(isBanner('READYING')).toBe(false);
    expect(parseMove('move x10 y-5')).toEqual({ x: 10, y: -5 });
    expect(parseMove('MOVE X10')).toBeUndefined();
  });
});

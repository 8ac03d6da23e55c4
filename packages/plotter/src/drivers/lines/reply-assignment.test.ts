import { describe, expect, it } from 'vitest';
import { verbOf } from '../language/our-language.ts';
import { isBarrierWord, type PendingLine, paidBy } from './reply-assignment.ts';
import { ReplyWords } from './reply-words.ts';
import { parseTerminal } from './terminal-line.ts';

const terminal = (line: string) => parseTerminal(line)!;

const owedFor = (...lines: string[]) =>
  lines.map((line): PendingLine => ({ line, verb: verbOf(line), isBarrier: line.startsWith('SYNC') }));

describe('reply assignment', () => {
  it.each<[string[], string, number, string]>([
    [['PENUP'], 'OK PEN_UP', 1, 'its own word'],
    [['PENUP'], 'OK', 0, 'no word at all'],
    [['PENUP'], 'OK PEN?UP', 0, 'an unknown word'],
    [['PENUP'], 'ERR LIMIT', 1, 'an error'],
    [['PENUP'], 'ERROR: limit', 1, 'an error of other firmware'],
    [['PENUP'], 'OK MOVE', 0, 'another command’s word'],
    [['PENUP'], 'OK SYNC_4', 0, 'a barrier’s word'],
    [['penup'], 'OK PEN_UP', 1, 'small letters'],
    [[], 'OK PEN_UP', 0, 'nothing is owed'],
    [[], 'ERR LIMIT', 0, 'nothing is owed'],
    [['MOVE X1 Y1', 'STOP'], 'ERR STOPPED', 1, 'the stopped command answers first'],
    [['MOVE X1 Y1', 'STOP'], 'OK MOVE', 1, 'the command was just done'],
    [['MOVE X1 Y1', 'STOP'], 'OK STOPPED', 2, 'the command’s own answer was lost'],
    [['MOVE X1 Y1', 'PENUP', 'SYNC 7'], 'OK SYNC_7', 3, 'a barrier pays everything before it'],
    [['STOP'], 'OK STOPPED', 1, 'a stop'],
    [['STOP'], 'ERR STOPPED', 0, 'a late reply of what was stopped'],
    [['SYNC 7'], 'OK SYNC_7', 1, 'a barrier'],
    [['SYNC 7'], 'OK SYNC_6', 0, 'an older barrier'],
    [['SYNC 7'], 'ERR UNKNOWN', 0, 'an error proves nothing'],
    [['SYNC 7'], 'OK', 0, 'nor does a bare word'],
    [['SYNC 7', 'STOP'], 'OK STOPPED', 2, 'a stop throws the barrier away'],
  ])('%j: %s settles %i (%s)', (lines, reply, paid) => {
    expect(paidBy(owedFor(...lines), terminal(reply), undefined)).toBe(paid);
  });

  it.each(['OK', 'OK DONE', 'OK PEN_UP', 'ERROR'])('accepts %s from other firmware', (reply) => {
    expect(paidBy(owedFor('PENUP'), terminal(reply), new ReplyWords())).toBe(1);
  });

  it('is unsure if an unknown board answers with the word of a different command, even during a stop', () => {
    expect(paidBy(owedFor('PENUP'), terminal('OK MOVE'), new ReplyWords())).toBe('unsure');
    expect(paidBy(owedFor('PENUP', 'STOP'), terminal('OK MOVE'), new ReplyWords())).toBe('unsure');
    expect(paidBy(owedFor('PENUP', 'STOP'), terminal('OK STOPPED'), new ReplyWords())).toBe(2);
    expect(paidBy(owedFor('PENUP'), terminal('OK SYNC_1'), new ReplyWords())).toBe(0);
  });

  it('accepts any word for an unknown command, unless the firmware is ours', () => {
    expect(paidBy(owedFor('UP'), terminal('OK PEN_UP'), new ReplyWords())).toBe(1);
    expect(paidBy(owedFor('UP'), terminal('OK PEN_UP'), undefined)).toBe(0);
    expect(paidBy(owedFor('UP'), terminal('OK WHATEVER'), undefined)).toBe(1);
    expect(paidBy(owedFor('UP', 'STOP'), terminal('OK STOP?ED'), undefined)).toBe(0);
    expect(paidBy(owedFor('UP'), terminal('OK SYNC_3'), new ReplyWords())).toBe(0);
  });

  it('recognises the word of a barrier', () => {
    expect(isBarrierWord(terminal('OK SYNC_12'))).toBe(true);
    expect(isBarrierWord(terminal('OK MOVE'))).toBe(false);
  });
});

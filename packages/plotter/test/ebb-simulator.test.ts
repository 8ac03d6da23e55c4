import { type Clock, memoryPortPair } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { EbbSimulator, type EbbSimulatorOptions } from '../src/drivers/ebb/simulator/ebb-simulator.ts';
import { brushlessServo } from '../src/drivers/ebb/simulator/pen-servo.ts';

/** A board on a line in memory; the test is the host and controls the clock. */
function boardOnALine(options: EbbSimulatorOptions & { lateMs?: number } = {}) {
  const clock = new ManualClock();
  const { lateMs, ...more } = options;
  const late: Clock = {
    nowMs: () => clock.nowMs(),
    after: (ms, run) => clock.after(ms + (lateMs ?? 0), run),
    every: (ms, run) => clock.every(ms, run),
  };
  const board = new EbbSimulator({ clock: late, ...more });
  const [host, device] = memoryPortPair();
  let said = '';
  board.attach(device);
  host.onBytes((bytes) => {
    said += Buffer.from(bytes).toString('latin1');
  });
  return {
    board,
    clock,
    /** Returns the immediate answer of the board. */
    async ask(...commands: string[]) {
      said = '';
      await host.write(Buffer.from(commands.map((command) => `${command}\r`).join('')));
      await settle();
      return said;
    },
    heard: () => said,
    /** Advances the clock and returns the output of the board. */
    async after(ms: number) {
      said = '';
      await clock.advance(ms);
      return said;
    },
  };
}

const version = 'EBBv13_and_above EB Firmware Version';

describe('an EiBotBoard with firmware 2.8.1', () => {
  it('answers as in its command reference, to the byte', async () => {
    const { ask } = boardOnALine();
    const replies: [string, string][] = [
      ['V', `${version} 2.8.1\r\n`],
      ['v', `${version} 2.8.1\r\n`],
      ['QB', '0\r\nOK\r\n'],
      ['QC', '0394,0300\r\nOK\r\n'],
      ['QE', '0,0\n\rOK\r\n'],
      ['QG', '10\r\n'],
      ['QL', '0\r\nOK\r\n'],
      ['QM', 'QM,0,0,0,0\n\r'],
      ['QN', '0\r\nOK\r\n'],
      ['QP', '1\n\rOK\r\n'],
      ['QR', '0\n\rOK\r\n'],
      ['QS', '0,0\n\rOK\r\n'],
      ['QT', '\r\nOK\r\n'],
      ['ES', '0,0,0,0,0\n\rOK\r\n'],
      ['CS', 'OK\r\n'],
      ['SL,4', 'OK\r\n'],
      ['QL', '4\r\nOK\r\n'],
      ['NI', 'OK\r\n'],
      ['QN', '1\r\nOK\r\n'],
      ['ND', 'OK\r\n'],
      ['QN', '0\r\nOK\r\n'],
      ['ST,East EBB', 'OK\r\n'],
      ['QT', 'East EBB\r\nOK\r\n'],
      ['CU,10,1', 'OK\r\n'],
      ['QU,2', "!8 Err: Unknown command 'QU:5155'\r\n"],
      ['B', "!8 Err: Unknown command 'B:42'\r\n"],
      ['SM,100', '!4 Err: Missing parameter(s)\r\n'],
      ['SM,100A', "!5 Err: Need comma next, found: 'A'\r\n"],
      ['TP,-1', '!6 Err: Invalid parameter value\r\n'],
      ['SM,1,1,1,0,0', '!7 Err: Extra parameter\r\n'],
      ['SM,1,30,0', '!0 Err: <axis1> step rate too high\r\n'],
      ['R', 'OK\r\n'],
      ['QL', '0\r\nOK\r\n'],
    ];
    for (const [command, reply] of replies) expect([command, await ask(command)]).toEqual([command, reply]);
  });

  it('accepts CR, LF and both, and reports commands that are too long', async () => {
    const { ask } = boardOnALine();
    expect(await ask('QP\nQP\r\n')).toBe('1\n\rOK\r\n1\n\rOK\r\n');
    expect(await ask('9'.repeat(300))).toBe('!3 Err: RX Buffer overrun\r\n');
    expect(await ask('QP')).toBe('1\n\rOK\r\n');
  });

  it('runs one move and queues one; the third blocks all later commands', async () => {
    const { ask, after, board } = boardOnALine();
    await ask('EM,1,1');
    await after(1);
    expect(await ask('SM,100,100,0', 'SM,100,100,0')).toBe('OK\r\nOK\r\n');
    expect(await ask('QM')).toBe('QM,1,1,0,1\n\r');
    expect(await ask('SM,100,100,0', 'QS', 'ES')).toBe('');
    expect(await after(99)).toBe('');
    expect(await after(2)).toBe('OK\r\n100,0\n\rOK\r\n1,0,0,100,0\n\rOK\r\n');
    expect(await after(1000)).toBe('');
    expect(await ask('QS')).toBe('100,0\n\rOK\r\n');
    expect(await ask('QG')).toBe('10\r\n');
    expect(board.status().activity).toEqual({ state: 'idle' });
  });

  // On a busy computer the simulator's timers are late; the machine does not wait.
  it.each([0, 30])('draws with both motors while the pen is down (%i ms late)', async (lateMs) => {
    const { ask, after, board } = boardOnALine({ lateMs });
    await ask('EM,1,1', 'SC,4,20640', 'SC,5,15248', 'SC,10,0', 'SP,1,150');
    await after(200);
    await ask('XM,100,800,0', 'SP,0,150', 'XM,200,800,1600');
    await after(300);
    expect(board.status().pen).toBe('down');
    await after(700);
    await ask('XM,100,-160,0', 'SP,1,150');
    await after(600);
    expect(await ask('QP')).toBe('1\n\rOK\r\n');
    await ask('HM,4000');
    await after(2000);
    expect(board.strokes()).toEqual([
      {
        points: [
          { x: 800, y: 0 },
          { x: 1600, y: 1600 },
          { x: 1440, y: 1600 },
        ],
      },
    ]);
    expect(board.status()).toMatchObject({ carriage: { x: 0, y: 0 }, microsteps: [16, 16] });
  });

  it('counts in the microsteps of its mode, and draws the same in every mode', async () => {
    const { ask, after, board } = boardOnALine();
    await ask('EM,2,2', 'XM,100,400,0');
    await after(200);
    expect(await ask('QS')).toBe('400,400\n\rOK\r\n');
    expect(board.status().carriage).toEqual({ x: 800, y: 0 });
    await ask('EM,1,1');
    await after(1);
    expect(await ask('QS')).toBe('0,0\n\rOK\r\n');
  });

  it('reports a button press once', async () => {
    const { ask, board } = boardOnALine();
    board.pressButton();
    expect(await ask('QB')).toBe('1\r\nOK\r\n');
    expect(await ask('QB')).toBe('0\r\nOK\r\n');
    board.pressButton();
    expect(await ask('QG')).toBe('30\r\n');
    expect(await ask('QG')).toBe('10\r\n');
  });

  it('loses everything in a reset except the position of the pen', async () => {
    const { ask, after, board } = boardOnALine();
    await ask('EM,1,1', 'SC,4,20640', 'SL,7', 'SM,1000,1000,1000');
    await after(500);
    board.reset();
    expect(await after(5000)).toBe('');
    expect(await ask('QS', 'QL', 'QE')).toBe('0,0\n\rOK\r\n0\r\nOK\r\n0,0\n\rOK\r\n');
    expect(board.status().carriage.x).toBeGreaterThan(490);
    expect(board.status().carriage.x).toBeLessThan(510);
  });
});

describe('an EiBotBoard with firmware 3', () => {
  it('uses the future syntax if enabled', async () => {
    const { ask } = boardOnALine({ firmware: '3.0.2' });
    expect(await ask('V')).toBe(`${version} 3.0.2\r\n`);
    expect(await ask('ES')).toBe('0\n\rOK\r\n');
    expect(await ask('CU,10,1')).toBe('\n');
    const replies: [string, string][] = [
      ['V', `V,${version} 3.0.2\n`],
      ['QG', 'QG,10\n'],
      ['QS', 'QS,0,0\n'],
      ['QP', 'QP,1\n'],
      ['QT', 'QT,\n'],
      ['ES', 'ES,0\n'],
      ['CS', 'CS\n'],
      ['QU,2', 'QU,32\n'],
      ['CU,4,8', 'CU\n'],
      ['QU,3', 'QU,8\n'],
      ['SM,100', 'SM,!4 Err: Missing parameter(s)\n'],
      ['BB', "BB,!8 Err: Unknown command 'BB:4242'\n"],
      ['CU,10,0', 'CUOK\r\n'],
      ['CS', 'OK\r\n'],
    ];
    for (const [command, reply] of replies) expect([command, await ask(command)]).toEqual([command, reply]);
  });

  it('has a queue of configurable length', async () => {
    const { ask, after } = boardOnALine({ firmware: '3.0.2' });
    await ask('CU,10,1', 'CU,4,3');
    const move = 'SM,100,50,50';
    expect(await ask(move, move, move, move, move)).toBe('SM\nSM\nSM\nSM\n');
    expect(await ask('QU,6')).toBe('');
    expect(await after(101)).toBe('SM\nQU,03\n');
    // The depth changes when the queue is empty.
    expect(await ask('CU,4,1')).toBe('');
    expect(await after(1000)).toBe('CU\n');
  });

  it('controls the pen of a NextDraw with a different pin', async () => {
    const { ask, after, board } = boardOnALine({ firmware: '3.0.2', servo: brushlessServo });
    await ask('SC,4,10000', 'SC,5,7000', 'SC,8,1');
    await ask('SP,0,100');
    await after(200);
    expect(board.status().pen).toBe('up');
    await ask('SP,0,100,2');
    await after(200);
    expect(board.status().pen).toBe('down');
    await ask('SP,3');
    await after(200);
    expect(board.status().pen).toBe('up');
  });
});

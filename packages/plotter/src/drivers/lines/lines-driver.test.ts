import { settle } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { LinkBench, Outcome, ourBanner } from '../../../test/link/link-bench.ts';

describe('a link that opens its port', () => {
  it('passes from closed through opening and settling to ready', async () => {
    const bench = new LinkBench();
    expect(bench.driver.state).toEqual({ state: 'closed' });
    expect(bench.driver.isOpen).toBe(false);
    expect(bench.driver.portPath).toBe('memory:');
    await bench.ready();
    expect(bench.states).toEqual(['opening', 'settling', 'ready']);
    expect(bench.driver.isOpen).toBe(true);
    expect(bench.driver.portPath).toBe('memory:host');
    expect(bench.written).toEqual([]);
  });

  it('is ready as soon as the banner arrives, and reports the position as lost', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    expect(bench.driver.state).toEqual({ state: 'ready' });
    expect(bench.of('reset')).toEqual([{ type: 'reset', banner: ourBanner }]);
  });

  it('finds the banner after the noise of a starting board', async () => {
    const bench = new LinkBench();
    bench.driver.connect();
    await settle();
    await bench.say(`\xff\x00\xfe${ourBanner}\r\n`);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('sends nothing to a starting board, then everything in order', async () => {
    const bench = new LinkBench();
    bench.driver.connect();
    const first = await bench.sent('PENUP');
    const second = await bench.sent('PENDOWN');
    await bench.pass(1_999);
    expect(bench.written).toEqual([]);
    await bench.pass(1);
    expect(bench.written).toEqual(['PENUP']);
    await bench.say('OK PEN_UP\n');
    await bench.say('OK PEN_DOWN\n');
    expect([first.reply?.terminalLine, second.reply?.terminalLine]).toEqual(['OK PEN_UP', 'OK PEN_DOWN']);
  });

  it('waits for silence while the board sends, but not forever', async () => {
    const bench = new LinkBench();
    bench.driver.connect();
    await settle();
    await bench.pass(1_950);
    await bench.say('Grbl 1.1h\n');
    await bench.pass(99);
    expect(bench.driver.state.state).toBe('settling');
    await bench.pass(1);
    expect(bench.driver.state.state).toBe('ready');

    const chatty = new LinkBench();
    chatty.driver.connect();
    await settle();
    for (let passedMs = 0; passedMs < 6_000; passedMs += 50) {
      expect(chatty.driver.state.state).toBe('settling');
      await chatty.say('temperature 20\n');
      await chatty.pass(50);
    }
    expect(chatty.driver.state.state).toBe('ready');
  });

  it('retries with growing delays until the port opens', async () => {
    const bench = new LinkBench();
    for (let attempt = 0; attempt < 7; attempt++) bench.refusals.push(new Error('no such port'));
    bench.driver.connect();
    await settle();
    const delays: number[] = [];
    while (bench.driver.state.state === 'waiting') {
      expect(bench.driver.state.cause).toEqual({ code: 'port-missing', port: 'memory:' });
      delays.push(bench.driver.state.retryInMs);
      await bench.pass(bench.driver.state.retryInMs);
    }
    expect(delays).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
    expect(bench.driver.state.state).toBe('settling');
  });

  it('retries at once on request', async () => {
    const bench = new LinkBench();
    bench.refusals.push(new Error('no such port'));
    bench.driver.connect();
    await settle();
    bench.driver.connect();
    await settle();
    expect(bench.driver.state.state).toBe('settling');
    expect(bench.openings).toBe(2);
  });

  it('aborts an attempt to open that hangs', async () => {
    const bench = new LinkBench();
    bench.refusals.push(new Promise<never>(() => {}));
    bench.driver.connect();
    await bench.pass(10_000);
    expect(bench.driver.state.state).toBe('waiting');
    await bench.pass(250);
    expect(bench.driver.state.state).toBe('settling');
  });
});

describe('a command', () => {
  it('resolves with all lines of the reply', async () => {
    const bench = await new LinkBench().ready();
    const outcome = await bench.sent('STATUS');
    expect(bench.driver.state).toEqual({ state: 'busy', command: 'STATUS' });
    await bench.say('X10 Y5\npen up\nOK STATUS\n');
    expect(outcome.reply).toEqual({
      sent: 'STATUS',
      ok: true,
      terminalLine: 'OK STATUS',
      lines: ['X10 Y5', 'pen up', 'OK STATUS'],
    });
    expect(bench.driver.state).toEqual({ state: 'ready' });
  });

  it.each(['ERR LIMIT outside', 'ERROR: limit', 'ERR'])(
    'resolves even if the board refuses it: %s',
    async (line) => {
      const bench = await new LinkBench().ready();
      const outcome = await bench.sent('MOVE X1 Y1');
      await bench.say(`${line}\n`);
      expect(outcome.reply).toMatchObject({ ok: false, terminalLine: line });
    },
  );

  it.each(['OK', 'OK DONE', 'OK PEN_UP'])(
    'sent to third-party firmware may be answered with any word: %s',
    async (line) => {
      const bench = await new LinkBench().ready();
      const outcome = await bench.sent('UP');
      await bench.say(`${line}\n`);
      expect(outcome.reply?.ok).toBe(true);
    },
  );

  it('waits until the previous one is answered, however long that takes', async () => {
    const bench = await new LinkBench().ready();
    await bench.sent('MOVE X1 Y1', 60_000);
    const second = await bench.sent('PENUP', 10);
    await bench.pass(50_000);
    expect(bench.written).toEqual(['MOVE X1 Y1']);
    await bench.say('OK MOVE\n');
    expect(bench.written).toEqual(['MOVE X1 Y1', 'PENUP']);
    await bench.pass(9);
    await bench.say('OK PEN_UP\n');
    expect(second.reply?.ok).toBe(true);
  });

  it('must be a single line', async () => {
    const bench = await new LinkBench().ready();
    for (const line of ['', '  ', 'PENUP\nPENDOWN', 'PENUP\r']) {
      await expect(bench.driver.send(line, { timeoutMs: 1 })).rejects.toThrow('one non-empty line');
    }
    expect(bench.written).toEqual([]);
  });

  it('is not sent if aborted before that', async () => {
    const bench = await new LinkBench().ready();
    await bench.sent('MOVE X1 Y1');
    const abort = new AbortController();
    const waiting = await bench.sent('PENUP', 1_000, abort.signal);
    abort.abort();
    const late = await bench.sent('PENDOWN', 1_000, abort.signal);
    expect([waiting.error?.kind, late.error?.kind]).toEqual(['aborted', 'aborted']);
    await bench.say('OK MOVE\n');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('is refused while there is no port', async () => {
    const bench = new LinkBench();
    expect((await bench.sent('PENUP')).error?.kind).toBe('closed');
    await bench.ready();
    await bench.unplug();
    expect((await bench.sent('PENUP')).error?.kind).toBe('closed');
  });

  it('that resets the board delays later commands until the board has started', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    const reset = await bench.sent('RESET');
    await bench.say('OK RESET\n');
    const next = await bench.sent('PENUP');
    expect(reset.reply?.ok).toBe(true);
    expect(bench.written).toEqual(['RESET']);
    await bench.say(`${ourBanner}\n`);
    expect(bench.written).toEqual(['RESET', 'PENUP']);
    await bench.say('OK PEN_UP\n');
    expect(next.reply?.ok).toBe(true);
  });
});

describe('unsolicited lines', () => {
  it('are events while no command is in flight', async () => {
    const bench = await new LinkBench().ready();
    await bench.say('door open\n');
    expect(bench.of('unsolicited')).toEqual([{ type: 'unsolicited', line: 'door open' }]);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('are not taken for the last line of a reply if they contain noise', async () => {
    const bench = await new LinkBench().ready();
    const outcome = await bench.sent('PENUP');
    await bench.say('OK MOVE\xffOK PEN_UP\n');
    expect(outcome.isPending).toBe(true);
    await bench.say('OK PEN_UP\n');
    expect(outcome.reply?.lines).toHaveLength(2);
  });

  it('reach all listeners even if one of them throws', async () => {
    const bench = await new LinkBench().ready();
    bench.driver.subscribe(() => {
      throw new Error('listener');
    });
    const outcome = await bench.sent('PENUP');
    await bench.say('OK PEN_UP\n');
    expect(outcome.reply?.ok).toBe(true);
  });

  it('are not passed on after a listener disconnects in the middle of a chunk', async () => {
    const bench = await new LinkBench().ready();
    bench.driver.subscribe((event) => {
      if (event.type === 'unsolicited') void bench.driver.disconnect();
    });
    await bench.say('door open\nOK PEN_UP\n');
    expect(bench.driver.state.state).toBe('closed');
    expect(bench.of('desync')).toEqual([]);
  });
});

describe('a timeout', () => {
  it('is measured from the write, and marks the link as suspect', async () => {
    const bench = await new LinkBench().ready();
    const outcome = await bench.sent('MOVE X1 Y1', 1_000);
    await bench.say('half way\n');
    await bench.pass(999);
    expect(outcome.isPending).toBe(true);
    await bench.pass(1);
    expect(outcome.error).toMatchObject({ kind: 'timeout', sent: 'MOVE X1 Y1', lines: ['half way'] });
    expect(bench.driver.state.state).toBe('suspect');
  });

  it('delays the next command until the late reply, which is dropped', async () => {
    const bench = await new LinkBench().ready();
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(1_000);
    const next = await bench.sent('MOVE X2 Y2', 1_000);
    await bench.pass(500);
    expect(bench.written).toEqual(['MOVE X1 Y1']);
    await bench.say('OK MOVE\n');
    expect(bench.of('desync')).toEqual([{ type: 'desync', line: 'OK MOVE' }]);
    await bench.pass(100);
    expect(bench.written).toEqual(['MOVE X1 Y1', 'MOVE X2 Y2']);
    expect(next.isPending).toBe(true);
    await bench.say('OK MOVE\n');
    expect(next.reply?.sent).toBe('MOVE X2 Y2');
  });

  it('rejects commands that wait for the link beyond their own timeout', async () => {
    const bench = await new LinkBench().ready();
    await bench.sent('MOVE X1 Y1', 1_000);
    const waiting = await bench.sent('PENUP', 300);
    await bench.pass(1_000);
    const later = await bench.sent('PENDOWN', 200);
    await bench.pass(200);
    expect(later.error?.kind).toBe('not-ready');
    expect(waiting.isPending).toBe(true);
    await bench.pass(100);
    expect(waiting.error?.kind).toBe('not-ready');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
  });

  it('is resolved by a barrier on Stationery firmware', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(1_000 + 1_499);
    expect(bench.written).toEqual(['MOVE X1 Y1']);
    await bench.pass(1);
    const barrier = bench.written[1]!;
    expect(barrier).toMatch(/^SYNC \d+$/);
    const next = await bench.sent('PENUP', 1_000);
    await bench.say(`OK ${barrier.replace(' ', '_')}\n`);
    expect(bench.written[2]).toBe('PENUP');
    await bench.say('OK PEN_UP\n');
    expect(next.reply?.ok).toBe(true);
  });

  it('is followed by a barrier if a late reply arrives, because it may be for a different command', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(1_000);
    await bench.say('OK MOVE\n');
    expect(bench.written[1]).toMatch(/^SYNC/);
    await bench.say(`OK ${bench.written[1]!.replace(' ', '_')}\n`);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('reopens the port if the barrier is not answered, and sends a new barrier if no banner arrives', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(1_000 + 1_500 + 9_999);
    expect(bench.openings).toBe(1);
    await bench.pass(1);
    expect(bench.openings).toBe(2);
    expect(bench.driver.state.state).toBe('settling');
    await bench.pass(2_000);
    expect(bench.driver.state.state).toBe('suspect');
    // The board was only slow: all owed replies arrive now.
    await bench.say('OK MOVE\n');
    await bench.say(`OK ${bench.written[1]!.replace(' ', '_')}\n`);
    expect(bench.driver.state.state).toBe('suspect');
    await bench.say(`OK ${bench.written[2]!.replace(' ', '_')}\n`);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('reopens the port of other firmware after a longer wait', async () => {
    const bench = await new LinkBench().ready();
    await bench.sent('MOVE X1 Y1', 20_000);
    await bench.pass(20_000 + 19_999);
    expect(bench.openings).toBe(1);
    await bench.pass(1);
    expect(bench.openings).toBe(2);
    await bench.pass(2_000);
    expect(bench.driver.state.state).toBe('ready');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
  });

  it('repeats a barrier that was refused, then treats the firmware as third-party', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('PENUP', 1_000);
    await bench.pass(2_500);
    for (let tries = 1; tries <= 3; tries++) {
      expect(bench.written.filter((line) => line.startsWith('SYNC'))).toHaveLength(tries);
      // The first error counts as the reply to PENUP.
      await bench.say('ERR what?\n');
      if (tries === 1) await bench.say('ERR what?\n');
      await bench.pass(1_500);
    }
    expect(bench.openings).toBe(2);
    await bench.pass(2_000);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('leaves the link suspect, as does aborting a command in flight', async () => {
    const bench = await new LinkBench().ready();
    const abort = new AbortController();
    const outcome = await bench.sent('MOVE X1 Y1', 1_000, abort.signal);
    abort.abort();
    await settle();
    expect(outcome.error?.kind).toBe('aborted');
    expect(bench.driver.state.state).toBe('suspect');
  });
});

describe('a reply to a different command', () => {
  it('is not credited to the command, and the link resynchronises before it continues', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    const outcome = await bench.sent('PENUP');
    await bench.say('OK MOVE\n');
    expect(outcome.isPending).toBe(true);
    expect(bench.of('desync')).toHaveLength(1);
    await bench.say('OK PEN_UP\n');
    expect(outcome.reply?.terminalLine).toBe('OK PEN_UP');
    expect(bench.driver.state.state).toBe('suspect');
    await bench.say(`OK ${bench.written.at(-1)!.replace(' ', '_')}\n`);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('is noticed before the next command is sent, even if the right reply is in the same chunk', async () => {
    const bench = await new LinkBench().ready();
    const first = await bench.sent('MOVE X1 Y1');
    const second = await bench.sent('MOVE X2 Y2');
    await bench.say('OK MOVE\nOK MOVE\n');
    expect(first.reply?.ok).toBe(true);
    expect(bench.driver.state.state).toBe('suspect');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
    await bench.pass(100);
    expect(bench.written).toEqual(['MOVE X1 Y1', 'MOVE X2 Y2']);
    await bench.say('OK MOVE\n');
    expect(second.reply?.ok).toBe(true);
  });

  it('delays the next command until the line is silent if no command is in flight', async () => {
    const bench = await new LinkBench().ready();
    await bench.say('OK PEN_UP\n');
    const outcome = await bench.sent('PENUP');
    await bench.pass(90);
    await bench.say('OK PEN_UP\n');
    await bench.pass(90);
    expect(bench.written).toEqual([]);
    await bench.pass(10);
    expect(bench.written).toEqual(['PENUP']);
    await bench.say('OK PEN_UP\n');
    expect(outcome.reply?.ok).toBe(true);
  });

  it('is ignored if it answers an old barrier', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.say('OK SYNC_3\n');
    expect(bench.driver.state.state).toBe('ready');
    expect(bench.of('desync')).toHaveLength(1);
  });
});

describe('a board that restarts during a command', () => {
  it('loses the command in flight', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    const outcome = await bench.sent('MOVE X1 Y1');
    const next = await bench.sent('PENUP');
    await bench.say(`${ourBanner}\n`);
    expect(outcome.error?.kind).toBe('reset');
    expect(bench.of('reset')).toHaveLength(2);
    expect(bench.driver.state.state).toBe('settling');
    await bench.pass(100);
    // The command was meant for a board with a different origin.
    expect(next.error?.kind).toBe('other-session');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
  });

  it('is noticed within a line, which does not count as a reply', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    const outcome = await bench.sent('MOVE X1 Y1');
    await bench.say(`OK MO${ourBanner}\n`);
    expect(outcome.error?.kind).toBe('reset');
  });

  it('is detected by its banner, but not by later lines that also occur in replies', async () => {
    const bench = await greeted('Plotter 2.1\nPEN UP\n');
    for (const command of ['MOVE X1 Y1', 'PENUP', 'PENUP']) {
      const asked = await bench.sent(command);
      await bench.say('PEN UP\nOK\n');
      expect(asked.reply?.lines).toEqual(['PEN UP', 'OK']);
    }
    const cut = await bench.sent('MOVE X2 Y2');
    await bench.say('Plotter 2.1\nPEN UP\n');
    expect(cut.error?.kind).toBe('reset');
  });

  it.each(['READY', '>', 'Plotter ready'])(
    'is not confused with a board that sends a prompt after every reply: %s',
    async (prompt) => {
      const bench = await greeted(`${prompt}\n`);
      for (let count = 0; count < 3; count++) {
        const asked = await bench.sent('PENUP');
        await bench.say('OK\n');
        // During a job, the next command is sent before the prompt arrives.
        const next = await bench.sent('MOVE X1 Y1');
        await bench.say(`${prompt}\nOK\n${prompt}\n`);
        expect([asked.error, next.error, bench.driver.session]).toEqual([undefined, undefined, 1]);
        await bench.pass(200);
      }
    },
  );

  it('is detected by a short banner during a move', async () => {
    const bench = await greeted('Plotter ready\n');
    for (let count = 0; count < 2; count++) {
      await bench.sent('PENUP');
      await bench.say('OK\n');
    }
    const cut = await bench.sent('MOVE X1 Y1');
    await bench.say('Plotter ready\n');
    expect(cut.error?.kind).toBe('reset');
  });

  it('is not confused with Stationery firmware that sends a line also seen when the port was opened', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.unplug();
    await bench.pass(250);
    await bench.say('at X1 Y1\n');
    await bench.pass(2_000);
    const outcome = await bench.sent('MOVE X1 Y1');
    await bench.say('at X1 Y1\nOK MOVE\n');
    expect(outcome.reply?.lines).toEqual(['at X1 Y1', 'OK MOVE']);
  });

  it('still owes the reply to a line written after the start of its banner', async () => {
    const bench = await greeted('Grbl 1.1h\n');
    await bench.sent('MOVE X1 Y1');
    const next = await bench.sent('MOVE X2 Y2');
    await bench.pass(700);
    // The restart cut off the reply; this line end belongs to the banner.
    await bench.say('OK\r\n');
    await bench.say('Grbl 1.1h\r\n');
    expect(next.error?.kind).toBe('reset');
    await bench.pass(100);
    const after = await bench.sent('MOVE X3 Y3', 5_000);
    await bench.say('OK MOVE 2\n');
    expect(after.isPending).toBe(true);
    await bench.pass(100);
    await bench.say('OK MOVE 3\n');
    expect(after.reply?.terminalLine).toBe('OK MOVE 3');
  });

  it('no longer owes a reply to commands sent before the restart', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(1_000);
    await bench.say(`${ourBanner}\n`);
    await bench.pass(100);
    expect(bench.driver.state.state).toBe('ready');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
  });
});

describe('a stop', () => {
  it('is sent at once, gets its own reply after that of the stopped command, and rejects waiting commands', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    const move = await bench.sent('MOVE X1 Y1');
    const waiting = await bench.sent('PENUP');
    const stop = new Outcome(bench.driver.stop());
    await settle();
    expect(bench.written).toEqual(['MOVE X1 Y1', 'STOP']);
    expect(waiting.error?.kind).toBe('aborted');
    await bench.say('ERR STOPPED by STOP\nOK STOPPED\n');
    expect(move.reply).toMatchObject({ ok: false, terminalLine: 'ERR STOPPED by STOP' });
    expect(stop.reply).toMatchObject({ sent: 'STOP', ok: true });
    expect(bench.driver.state.state).toBe('ready');
  });

  it('is sent while the link is suspect', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(2_500);
    const barrier = bench.written[1]!;
    const stop = new Outcome(bench.driver.stop());
    await settle();
    expect(bench.written).toEqual(['MOVE X1 Y1', barrier, 'STOP']);
    // The firmware drops commands that have not begun, so the barrier is answered with an error.
    await bench.say('ERR STOPPED by STOP\nERR STOPPED by STOP\nOK STOPPED\n');
    expect(stop.reply?.ok).toBe(true);
    await bench.say(`OK ${bench.written.at(-1)!.replace(' ', '_')}\n`);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('is answered even if the reply of the stopped command was lost', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    const move = await bench.sent('MOVE X1 Y1');
    const stop = new Outcome(bench.driver.stop());
    await bench.say('OK STOPPED\n');
    expect(move.error?.kind).toBe('timeout');
    expect(stop.reply?.ok).toBe(true);
    expect(bench.driver.state.state).toBe('suspect');
  });

  it('keeps the order of replies even if the firmware does not support it', async () => {
    const bench = await new LinkBench().ready();
    const move = await bench.sent('MOVE X1 Y1', 60_000);
    const stop = new Outcome(bench.driver.stop());
    await settle();
    await bench.pass(2_000);
    await bench.say('OK MOVE\nERROR unknown command\n');
    expect(move.reply?.terminalLine).toBe('OK MOVE');
    expect(stop.reply?.ok).toBe(false);
    await bench.pass(100);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('is reported if it is not answered, and its reply is still owed', async () => {
    const bench = await new LinkBench().ready();
    const stop = new Outcome(bench.driver.stop());
    await bench.pass(5_000);
    expect(stop.error?.kind).toBe('timeout');
    expect(bench.driver.state.state).toBe('suspect');
  });

  it('is refused if no port is open, and rejects commands that wait for the port', async () => {
    const bench = new LinkBench();
    bench.refusals.push(new Promise<never>(() => {}));
    bench.driver.connect();
    const waiting = await bench.sent('PENUP');
    await expect(bench.driver.stop()).rejects.toMatchObject({ kind: 'closed' });
    await settle();
    expect(waiting.error?.kind).toBe('aborted');
  });
});

describe('a lost port', () => {
  it('is noticed without a write, rejects all commands, and is reopened without sending anything', async () => {
    const bench = await new LinkBench().ready();
    const move = await bench.sent('MOVE X1 Y1');
    const waiting = await bench.sent('PENUP');
    await bench.unplug();
    expect([move.error?.kind, waiting.error?.kind]).toEqual(['lost', 'closed']);
    expect(bench.driver.state).toMatchObject({ state: 'waiting', retryInMs: 250 });
    expect(bench.driver.isOpen).toBe(false);
    await bench.pass(250);
    expect(bench.driver.state.state).toBe('settling');
    await bench.pass(2_000);
    expect(bench.driver.state.state).toBe('ready');
    expect(bench.written).toEqual(['MOVE X1 Y1']);
  });

  it('does not join half a line with later input', async () => {
    const bench = await new LinkBench().ready();
    await bench.say('OK PE');
    await bench.unplug();
    await bench.pass(250);
    await bench.say('N_UP\n');
    expect(bench.of('unsolicited').at(-1)).toEqual({ type: 'unsolicited', line: 'N_UP' });
  });

  it('drops the late reply of a board behind a serial server', async () => {
    const bench = await new LinkBench().ready(ourBanner);
    await bench.sent('MOVE X1 Y1', 60_000);
    await bench.unplug();
    await bench.pass(2_250);
    expect(bench.driver.state.state).toBe('suspect');
    const next = await bench.sent('MOVE X2 Y2', 60_000);
    await bench.say('OK MOVE\n');
    expect(next.isPending).toBe(true);
    await bench.say(`OK ${bench.written.at(-1)!.replace(' ', '_')}\n`);
    expect(bench.written.at(-1)).toBe('MOVE X2 Y2');
    await bench.say('OK MOVE\n');
    expect(next.reply?.ok).toBe(true);
  });
});

describe('the driver', () => {
  it('rejects every command on disconnect, and starts over on connect', async () => {
    const bench = await new LinkBench().ready();
    const move = await bench.sent('MOVE X1 Y1');
    const waiting = await bench.sent('PENUP');
    await bench.driver.disconnect();
    await settle();
    expect([move.error?.kind, waiting.error?.kind]).toEqual(['lost', 'closed']);
    expect(bench.driver.state).toEqual({ state: 'closed' });
    await bench.ready();
    expect(bench.driver.state.state).toBe('ready');
  });

  it.each<[string, (bench: LinkBench) => Promise<unknown>]>([
    ['opening', async (bench) => bench.refusals.push(new Promise<never>(() => {}))],
    ['settling', async (bench) => bench.pass(10)],
    ['ready', async (bench) => bench.pass(2_000)],
    ['busy', async (bench) => bench.pass(2_000).then(() => bench.sent('PENUP'))],
    [
      'suspect',
      async (bench) =>
        bench
          .pass(2_000)
          .then(() => bench.sent('PENUP', 10))
          .then(() => bench.pass(10)),
    ],
    ['waiting', async (bench) => bench.pass(2_000).then(() => bench.unplug())],
  ])('leaves no timer behind if closed when %s', async (state, bring) => {
    const bench = new LinkBench();
    if (state === 'opening') await bring(bench);
    bench.driver.connect();
    await settle();
    if (state !== 'opening') await bring(bench);
    expect(bench.driver.state.state).toBe(state);
    await bench.driver.close();
    await settle();
    expect(bench.clock.pending).toBe(0);
    bench.driver.connect();
    expect(bench.driver.state.state).toBe('closed');
  });

  it('a port that opens after the driver was closed is closed again', async () => {
    const bench = new LinkBench();
    bench.driver.connect();
    await bench.driver.disconnect();
    await settle();
    expect(bench.driver.state.state).toBe('closed');
    expect(bench.driver.isOpen).toBe(false);
  });
});

/** Starts a driver with third-party firmware that sends this text when its port is opened. */
async function greeted(text: string): Promise<LinkBench> {
  const bench = new LinkBench();
  bench.driver.connect();
  await settle();
  await bench.say(text);
  await bench.pass(2_000);
  expect(bench.driver.state.state).toBe('ready');
  return bench;
}

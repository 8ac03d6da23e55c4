import { describe, expect, it } from 'vitest';
import { LinkBench, Outcome } from './link-bench.ts';

/** Sends, lets the board answer, and returns the result. */
async function exchange(bench: LinkBench, line: string, answer: string): Promise<Outcome> {
  const outcome = await bench.sent(line, 30_000);
  await bench.say(answer);
  return outcome;
}

/** Returns a link that has learned the board's replies to these commands. */
async function taught(words: Record<string, string>): Promise<LinkBench> {
  const bench = await new LinkBench().ready();
  for (let round = 0; round < 4; round++) {
    for (const [line, answer] of Object.entries(words)) {
      const { reply } = await exchange(bench, line, `${answer}\n`);
      expect(reply?.ok, `${line}: ${answer}`).toBe(true);
    }
  }
  return bench;
}

describe('the parser of reply formats', () => {
  it.each([
    ['ok\n', true, 'ok'],
    ['Ok\r\n', true, 'Ok'],
    ['  OK PEN_UP\n', true, 'OK PEN_UP'],
    ['OK\tPEN_UP\n', true, 'OK\tPEN_UP'],
    ['OK:PEN_UP\n', true, 'OK:PEN_UP'],
    ['> OK PEN_UP\n', true, 'OK PEN_UP'],
    ['\xef\xbb\xbfOK PEN_UP\n', true, 'OK PEN_UP'],
    ['error:9\n', false, 'error:9'],
    ['Error: no servo\n', false, 'Error: no servo'],
  ])('understands %j', async (answer, ok, terminalLine) => {
    const bench = await new LinkBench().ready();
    const { reply } = await exchange(bench, 'PENUP', answer);
    expect(reply).toEqual({ sent: 'PENUP', ok, terminalLine, lines: [terminalLine] });
    expect(bench.driver.state.state).toBe('ready');
  });

  it('distinguishes echoes, counters and words with the same beginning', async () => {
    const bench = await new LinkBench().ready();
    const lines = ['> STATUS', 'ERRORS 0', 'OKAY so far', '  POS X1 Y2', 'STATE READY', 'READY', 'Err-prone'];
    const { reply } = await exchange(bench, 'STATUS', `${lines.join('\r\n')}\r\nok\r\n`);
    expect(reply?.lines).toEqual([...lines, 'ok']);
  });
});

describe('a link to a board with its own reply words', () => {
  const words = { PENUP: 'OK UP', 'MOVE X1 Y1': 'OK MOVED', 'SPEED 800': 'OK SET' };

  it('does not take a stray acknowledgement for the reply to a command with a known word', async () => {
    const bench = await taught(words);
    const up = await exchange(bench, 'PENUP', 'OK MOVED\n');
    await bench.pass(20_000);
    expect(up.isPending).toBe(true);
    await bench.say('OK UP\n');
    expect(up.reply?.terminalLine).toBe('OK UP');
    expect(bench.of('desync').map(({ line }) => line)).toEqual(['OK MOVED']);
    await bench.pass(100);
    expect(bench.driver.state.state).toBe('ready');
  });

  it('does not take a stray reply for the reply to a new command if the right reply follows', async () => {
    const bench = await taught(words);
    const home = await exchange(bench, 'HOME', 'OK MOVED\n');
    await bench.pass(2_999);
    expect(home.isPending).toBe(true);
    await bench.say('OK HOMED\n');
    expect(home.reply?.terminalLine).toBe('OK HOMED');
    expect(bench.of('desync').map(({ line }) => line)).toEqual(['OK MOVED']);
  });

  it('learns the words again after a reconnect', async () => {
    const bench = await taught(words);
    await bench.unplug();
    await bench.pass(250);
    await bench.pass(2_000);
    const { reply } = await exchange(bench, 'PENUP', 'OK MOVED\n');
    expect(reply?.ok).toBe(true);
  });

  it('learns no word from an ambiguous reply, and is unsure once when the word comes again', async () => {
    const bench = await new LinkBench().ready();
    await bench.sent('MOVE X1 Y1', 1_000);
    await bench.pass(1_000);
    await bench.say('OK MOVED\n');
    await bench.pass(100);
    // The line may be a duplicate reply to MOVE: the reply to PENUP may still follow.
    const stray = await exchange(bench, 'PENUP', 'OK MOVED\n');
    await bench.pass(2_999);
    expect(stray.isPending).toBe(true);
    await bench.say('OK UP\n');
    expect(stray.reply?.terminalLine).toBe('OK UP');
    await bench.pass(100);

    // If no other reply follows, the board uses this word for both commands and is believed from then on.
    const home = await exchange(bench, 'HOME', 'OK MOVED\n');
    expect(home.isPending).toBe(true);
    await bench.pass(3_000);
    expect(home.reply).toMatchObject({ ok: true, terminalLine: 'OK MOVED' });
    expect((await exchange(bench, 'HOME', 'OK MOVED\n')).reply?.ok).toBe(true);
  });
});

describe('boards with unusual replies', () => {
  it('are believed if they answer HOME with OK MOVE: after a delay the first time, then at once', async () => {
    const bench = await taught({ 'MOVE X1 Y1': 'OK MOVE', PENUP: 'OK PEN_UP' });
    const first = await exchange(bench, 'HOME', 'OK MOVE\n');
    await bench.pass(3_000);
    expect(first.reply).toMatchObject({ sent: 'HOME', ok: true, terminalLine: 'OK MOVE' });
    expect(bench.driver.state.state).toBe('ready');
    expect((await exchange(bench, 'HOME', 'OK MOVE\n')).reply?.ok).toBe(true);
    expect((await exchange(bench, 'MOVE X2 Y2', 'OK MOVE\n')).reply?.ok).toBe(true);
  });

  it('are believed at the end of a shorter timeout if they answer HOME with OK MOVE', async () => {
    const bench = await new LinkBench().ready();
    const home = await bench.sent('HOME', 500);
    await bench.say('OK MOVE\n');
    await bench.pass(500);
    expect(home.reply?.ok).toBe(true);
  });

  it('are believed if they answer every command in the same way', async () => {
    for (const answer of ['ok', 'OK 0', 'ok T:20']) {
      const bench = await new LinkBench().ready();
      for (const line of ['PENUP', 'MOVE X1 Y1', 'HOME', 'SPEED 1', 'ZERO', 'PENDOWN', 'X100']) {
        const outcome = await exchange(bench, line, `${answer}\n`);
        if (outcome.isPending) await bench.pass(3_000);
        expect(outcome.reply?.ok, `${line}: ${answer}`).toBe(true);
      }
    }
    const bench = await new LinkBench().ready();
    const waits: string[] = [];
    for (const line of ['PENUP', 'MOVE X1 Y1', 'HOME', 'SPEED 1', 'ZERO', 'PENDOWN', 'X100']) {
      const outcome = await exchange(bench, line, 'OK DONE\n');
      if (outcome.isPending) waits.push(line);
      await bench.pass(3_000);
      expect(outcome.reply?.ok, line).toBe(true);
    }
    expect(waits, 'one is waited for until the word is known to be common').toEqual(['MOVE X1 Y1']);
  });

  it('are believed again after they change their word for a command', async () => {
    const bench = await taught({ PENUP: 'OK DONE', 'MOVE X1 Y1': 'OK MOVED', HOME: 'OK FINE' });
    expect((await exchange(bench, 'MOVE X1 Y1', 'OK QUEUED\n')).reply?.ok).toBe(true);
    // An unexpected word costs one timeout, because a stray looks the same.
    const odd = await bench.sent('MOVE X1 Y1', 1_000);
    await bench.say('OK DONE\n');
    await bench.pass(1_000);
    expect(odd.error?.kind).toBe('timeout');
    await bench.pass(10_000);
    await bench.pass(2_250);
    expect([bench.openings, bench.driver.state.state]).toEqual([2, 'ready']);
    for (let round = 0; round < 4; round++) {
      expect((await exchange(bench, 'PENUP', 'OK DONE\n')).reply?.ok).toBe(true);
      expect((await exchange(bench, 'MOVE X1 Y1', 'OK MOVED\n')).reply?.ok).toBe(true);
    }
    const again = await exchange(bench, 'MOVE X1 Y1', 'OK DONE\n');
    await bench.pass(3_000);
    expect(again.reply?.ok).toBe(true);
    expect((await exchange(bench, 'MOVE X1 Y1', 'OK DONE\n')).reply?.ok).toBe(true);
  });

  it('are believed if they answer HOME with OK MOVE and are stopped while a better reply is awaited', async () => {
    for (const [answer, waitMs] of [
      ['error:20', 3_000],
      ['OK HALTED', 3_000],
      ['OK MOVE', 5_000],
      ['OK STOPPED', 0],
    ] as const) {
      const bench = await new LinkBench().ready();
      const home = await exchange(bench, 'HOME', 'OK MOVE\n');
      expect(home.isPending).toBe(true);
      const stop = new Outcome(bench.driver.stop());
      await bench.say(`${answer}\n`);
      expect(stop.isPending).toBe(waitMs > 0);
      await bench.pass(waitMs);
      expect(home.reply?.terminalLine).toBe('OK MOVE');
      expect(stop.reply?.terminalLine).toBe(answer);
      await bench.pass(100);
      expect([bench.openings, bench.driver.state.state]).toEqual([1, 'ready']);
    }
  });
});

describe('a stray reply while a command is stopped', () => {
  const start = async () => {
    const bench = await new LinkBench().ready();
    await exchange(bench, 'MOVE X1 Y1', 'OK MOVE\n');
    return { bench, bar: await bench.sent('BAR', 30_000) };
  };
  const check = async (bench: LinkBench, bar: Outcome, stop: Outcome, replies: string[], strays: number) => {
    expect([bar.reply?.terminalLine, stop.reply?.terminalLine]).toEqual(replies);
    expect(bench.of('desync')).toHaveLength(strays);
    await bench.pass(100);
    expect([bench.openings, bench.driver.state.state]).toEqual([1, 'ready']);
  };

  it.each(['OK PEN_UP', 'OK BARRED', 'ok', 'error:1'])('is ignored before the answer %s', async (reply) => {
    for (const isBefore of [true, false]) {
      const { bench, bar } = await start();
      if (isBefore) await bench.say('OK MOVE\n');
      const stop = new Outcome(bench.driver.stop());
      if (!isBefore) await bench.say('OK MOVE\n');
      expect(bar.isPending).toBe(true);
      await bench.say(`${reply}\n`);
      await bench.say('error:20\n');
      await check(bench, bar, stop, [reply, 'error:20'], 1);
    }
  });

  it('is ignored, even with more stray replies before and between the right ones', async () => {
    const { bench, bar } = await start();
    await bench.say('OK MOVE\n');
    const stop = new Outcome(bench.driver.stop());
    await bench.say('OK MOVE\nOK BARRED\nOK MOVE\nerror:20\n');
    await check(bench, bar, stop, ['OK BARRED', 'error:20'], 3);
  });

  it('is ignored if a second stop follows', async () => {
    const { bench, bar } = await start();
    await bench.say('OK MOVE\n');
    const stops = [new Outcome(bench.driver.stop()), new Outcome(bench.driver.stop())];
    await bench.say('error:1\nerror:20\n');
    expect(bar.isPending).toBe(true);
    await bench.say('error:21\n');
    await check(bench, bar, stops[0]!, ['error:1', 'error:20'], 1);
    expect(stops[1]!.reply?.terminalLine).toBe('error:21');
  });
});

import { describe, expect, it } from 'vitest';
import { LinkBench } from '../../../test/link/link-bench.ts';
import { openingQuestionMs } from './opening-question.ts';

describe('a board that did not identify itself', () => {
  it('is asked once before anything else, and identified by its answer', async () => {
    const bench = await asked();
    const moved = await bench.sent('MOVE X1 Y1');
    expect([bench.driver.state.state, bench.written]).toEqual(['settling', ['VERSION']]);
    await bench.say('stationery-plotter 1.1.0 BUFFER 32\nOK VERSION\n');
    expect(bench.driver).toMatchObject({
      identity: { firmware: 'stationery-plotter 1.1.0' },
      window: 32,
      tellsPosition: 'yes',
    });
    await bench.say('OK BUFFER\n');
    expect(bench.written.slice(1)).toEqual(['BUFFER OFF', 'MOVE X1 Y1']);
    await bench.say('OK MOVE\n');
    expect(moved.reply).toMatchObject({ ok: true });
  });

  it('is not asked if its banner has a name, and otherwise at most twice', async () => {
    const greeted = new LinkBench({ asksVersion: () => 'if-silent' });
    await greeted.ready('READY stationery-plotter 1.0.0');
    expect(greeted.written).toEqual([]);
    const bench = await asked();
    await bench.say('ERR UNKNOWN\n');
    expect([bench.driver.state.state, bench.written]).toEqual(['settling', ['VERSION', 'VERSION']]);
    await bench.say('ERR UNKNOWN\n');
    expect(bench.driver.state.state).toBe('ready');
    await bench.say('READY\n');
    await bench.pass(5_000);
    expect([bench.driver.state.state, bench.written]).toEqual(['ready', ['VERSION', 'VERSION']]);
  });

  it('is identified even if the first question completed an unfinished line', async () => {
    const bench = await asked();
    await bench.say('ERR UNKNOWN VVERSION is not a command\n');
    await bench.say('stationery-plotter 1.1.0 BUFFER 32\nOK VERSION\n');
    expect(bench.driver).toMatchObject({ identity: { firmware: 'stationery-plotter 1.1.0' }, window: 32 });
  });

  it('is asked the GRBL question if it refuses in the way of GRBL', async () => {
    const bench = await asked();
    await bench.say('error:2\n');
    expect([bench.driver.state.state, bench.written]).toEqual(['settling', ['VERSION', '$I']]);
    await bench.say('error:3\n');
    expect([bench.driver.state.state, bench.written]).toEqual(['ready', ['VERSION', '$I']]);
  });

  it.each([
    ['its late answer is not taken for the reply', 'ERR UNKNOWN\n', 'OK PEN_UP\n', true],
    ['its late answer is recognised by its word', 'OK VERSION\n', 'OK PEN_UP\n', true],
    [
      'a late answer with its name is not part of the reply',
      'stationery-plotter 1\nOK VERSION\n',
      'OK PEN_UP\n',
      true,
    ],
    ['and what comes alone is the reply', 'ERR JAMMED\n', '', false],
    ['and what is surely the reply is one', 'OK PEN_UP\n', '', true],
  ])('is used even if it stays silent: %s', async (_, first, second, ok) => {
    const bench = await asked();
    await bench.pass(openingQuestionMs);
    expect(bench.driver.state.state).toBe('ready');
    const sent = await bench.sent('PENUP', 10_000);
    await bench.say(first);
    await bench.say(second);
    await bench.pass(4_000);
    const reply = sent.reply;
    expect(reply).toMatchObject({ ok, lines: [ok ? 'OK PEN_UP' : 'ERR JAMMED'] });
    await bench.pass(1_000);
    expect(bench.driver.state.state).toBe('ready');
    expect(bench.openings).toBe(1);
  });

  it('may answer late, and is still recognised as a GRBL machine', async () => {
    const bench = await asked();
    await bench.pass(openingQuestionMs);
    await bench.say('error:2\n');
    expect(bench.written).toEqual(['VERSION', '$I']);
    await bench.say('[VER:1.1h.20190825:]\nok\n');
    expect(bench.driver.state.state).toBe('ready');
  });
});

async function asked(): Promise<LinkBench> {
  const bench = new LinkBench({ asksVersion: () => 'if-silent' });
  await bench.ready();
  return bench;
}

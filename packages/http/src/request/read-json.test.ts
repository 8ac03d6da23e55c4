import { describe, expect, it } from 'vitest';
import { type JsonReading, readJson } from './read-json.ts';

const defaults: JsonReading = { maxAsideBytes: 100_000 };

async function* inChunks(text: string, chunkBytes = 3): AsyncGenerator<Buffer> {
  const whole = Buffer.from(text);
  for (let at = 0; at < whole.length; at += chunkBytes) yield whole.subarray(at, at + chunkBytes);
}

async function valuesIn(chunks: AsyncIterable<Buffer>, reading = defaults) {
  const values: Record<string, unknown> = {};
  const keep = (pointer: string, value: unknown) => {
    values[pointer] = value;
  };
  await readJson(chunks, { textSink: () => undefined, value: keep }, reading);
  return values;
}

describe('readJson', () => {
  it('reads a body however it is split and consumed', async () => {
    const text = JSON.stringify({ name: 'Küche', list: [1, true, null] });
    const expected = { '/name': 'Küche', '/list/0': 1, '/list/1': true, '/list/2': null };
    for (const bytesAtOnce of [1, 7, 1000]) {
      expect(await valuesIn(inChunks(text, 20), { ...defaults, bytesAtOnce })).toEqual(expected);
    }
  });

  it.each([
    ['breaks off', '{"a":', defaults, 'malformed-request'],
    ['continues behind its end', '{} {}', defaults, 'malformed-request'],
    ['is too long', '{"a":1}', { ...defaults, longest: { bytes: 6, what: 'It' } }, 'request-too-large'],
  ])('refuses a body that %s', async (_, text, reading, code) => {
    await expect(valuesIn(inChunks(text), reading)).rejects.toMatchObject({ code });
  });

  it('waits for the consumer of the content, which may refuse it', async () => {
    const seen: string[] = [];
    async function* chunks() {
      for (const piece of ['[1,', '2,', '3]']) {
        seen.push(`came ${piece}`);
        yield Buffer.from(piece);
      }
    }
    const afterChunk = async () => {
      await Promise.resolve();
      seen.push('taken');
      if (seen.length === 4) throw new Error('full');
    };
    await expect(valuesIn(chunks(), { ...defaults, afterChunk })).rejects.toThrow('full');
    expect(seen).toEqual(['came [1,', 'taken', 'came 2,', 'taken']);
  });

  it('yields to other tasks in the middle of a chunk', async () => {
    let turns = 0;
    const other = setInterval(() => turns++, 1);
    const turnsAt: number[] = [];
    const value = () => {
      turnsAt.push(turns);
      for (const beganMs = performance.now(); performance.now() - beganMs < 12; );
    };
    const handler = { textSink: () => undefined, value };
    await readJson(inChunks('[1,2,3,4,5]', 100), handler, { ...defaults, bytesAtOnce: 2 });
    clearInterval(other);
    expect(turnsAt.at(-1)).toBeGreaterThan(turnsAt[0]!);
  });
});

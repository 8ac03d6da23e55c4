import { expect, it } from 'vitest';
import { simulatedReader } from '../src/index.ts';
import { classic, ntag, readerConformance } from './conformance.ts';

readerConformance('the simulated reader', async () => {
  const reader = simulatedReader();
  return {
    reader,
    put: async (tag) => reader.put(tag),
    take: async () => reader.take(),
    fail: async () => reader.fail('The reader was switched off. Switch it on.'),
    recover: async () => reader.recover(),
    pass: async () => undefined,
    dispose: () => reader.close(),
  };
});

it('the simulated reader swaps tags: the old one leaves, the new one arrives', () => {
  const reader = simulatedReader();
  const heard: string[] = [];
  reader.put(classic);
  reader.subscribe((event) => heard.push(event.type));
  reader.put(ntag);
  expect(heard).toEqual(['left', 'arrived']);
  expect(reader.present).toEqual([ntag]);
  reader.take();
  expect(heard).toEqual(['left', 'arrived', 'left']);
});

it('the simulated reader sees nothing during a failure, and sees present tags when it recovers', () => {
  const reader = simulatedReader();
  reader.fail('The reader was switched off. Switch it on.');
  reader.put(ntag);
  expect(reader.present).toEqual([]);
  reader.recover();
  expect(reader.present).toEqual([ntag]);
});

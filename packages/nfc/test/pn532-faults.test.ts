import { randomNumbers } from '@stationery/contract/random-numbers';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Tag, tagSerial } from '../src/index.ts';
import { type Fault, faults } from '../src/testing/index.ts';
import { classic, ntag } from './conformance.ts';
import { pn532Rig } from './pn532-rig.ts';

const tags: Tag[] = [
  classic,
  ntag,
  { uid: Uint8Array.of(0x00, 0xff, 0x00, 0xff), sak: 0x08 },
  { uid: Uint8Array.of(0x00, 0x00, 0xff, 0x02, 0xfe, 0xd5, 0x4b, 0, 0, 0), sak: 0x00 },
  { uid: Uint8Array.of(0x04, 0x1b, 0x22, 0x33, 0x44, 0x55, 0x66), sak: 0x20 },
];

type Act =
  | { act: 'wait'; ms: number }
  | { act: 'put'; tag: Tag }
  | { act: 'fault'; fault: Fault; on: boolean }
  | { act: 'take' }
  | { act: 'unplug' }
  | { act: 'replug' }
  | { act: 'dip' };

const anyAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 700 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('fault' as const),
      fault: fc.constantFrom(...faults),
      on: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('put' as const), tag: fc.constantFrom(...tags) }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Act>({ act: 'take' }, { act: 'unplug' }, { act: 'replug' }, { act: 'dip' }),
  },
);

it('the PN532 driver never reports a wrong UID, hangs or leaves timers behind, whatever the fault', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAct, { maxLength: 25 }), fc.nat(), async (acts, seed) => {
      const { clock, chip, reader } = pn532Rig({ random: randomNumbers(seed) });
      const put = new Set<string>();
      const reported: string[] = [];
      const lying = new Map<string, number>();
      reader.subscribe((event) => {
        if (event.type === 'state') return;
        const serial = tagSerial(event.tag);
        reported.push(serial);
        lying.set(serial, (lying.get(serial) ?? 0) + (event.type === 'arrived' ? 1 : -1));
      });
      const putOn = (tag: Tag) => {
        put.add(tagSerial(tag));
        chip.put(tag);
      };

      for (const step of acts) {
        if (step.act === 'wait') await clock.advance(step.ms);
        else if (step.act === 'put') putOn(step.tag);
        else if (step.act === 'take') chip.take();
        else if (step.act === 'unplug') await chip.unplug();
        else if (step.act === 'replug') chip.replug();
        else if (step.act === 'dip') chip.dipPower();
        else chip.setFault(step.fault, step.on);
      }

      for (const fault of faults) chip.setFault(fault, false);
      chip.replug();
      putOn(ntag);
      // The longest retry delay is five seconds.
      await clock.advance(8000);
      expect(reader.state.state).toBe('ready');
      expect(reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
      expect(reported.filter((serial) => !put.has(serial))).toEqual([]);
      expect([...lying.values()].every((count) => count === 0 || count === 1)).toBe(true);

      await reader.close();
      expect(clock.pending).toBe(0);
    }),
    { numRuns: 60 },
  );
});

it.each(Array.from({ length: 60 }, (_, index) => index * 3))(
  'the PN532 driver can be closed %i ms after the start of any fault',
  async (ms) => {
    const { clock, chip, reader } = pn532Rig({ random: randomNumbers(ms) });
    for (const fault of ['late-ack', 'garbage', 'split-frames'] as const) chip.setFault(fault, true);
    await clock.advance(ms);
    await reader.close();
    expect(clock.pending).toBe(0);
  },
);

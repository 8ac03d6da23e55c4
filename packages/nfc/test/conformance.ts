import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type NfcReader, type ReaderEvent, sameTag, type Tag, tagModel, tagSerial } from '../src/index.ts';

/** A reader under test, with functions that manipulate it. */
export interface Rig {
  readonly reader: NfcReader;
  put(tag: Tag): Promise<void>;
  take(): Promise<void>;
  /** Breaks the reader in the way typical for its kind. */
  fail(): Promise<void>;
  recover(): Promise<void>;
  /** Advances the clock of the reader. */
  pass(ms: number): Promise<void>;
  dispose(): Promise<void>;
}

export const classic: Tag = { uid: Uint8Array.of(0x07, 0x46, 0x0d, 0x6d), sak: 0x08 };
export const ntag: Tag = { uid: Uint8Array.of(0x04, 0xa2, 0x24, 0x5a, 0x6b, 0x2c, 0x80), sak: 0x00 };
const sevenByteClassic: Tag = { uid: Uint8Array.of(0x04, 0, 0, 0, 0, 0, 0x01), sak: 0x08 };
const tenBytes: Tag = { uid: Uint8Array.of(0, 2, 3, 4, 5, 6, 7, 8, 9, 0x0a), sak: 0x00 };

/** Tests the behaviour required of every reader. */
export function readerConformance(name: string, makeRig: () => Promise<Rig>): void {
  describe(`${name} as an NFC reader`, () => {
    let rig: Rig;
    let heard: string[];

    beforeEach(async () => {
      rig = await makeRig();
      heard = [];
      rig.reader.subscribe((event) => heard.push(spell(event)));
      await until(() => rig.reader.state.state === 'ready');
      heard = [];
    });

    afterEach(async () => {
      await rig.dispose();
    });

    async function until(holds: () => boolean): Promise<void> {
      for (let waitedMs = 0; !holds(); waitedMs += 20) {
        if (waitedMs > 15_000) throw new Error(`never happened; heard: ${heard.join(', ')}`);
        await rig.pass(20);
      }
    }

    const isPresent = (tag: Tag) => rig.reader.present.some((other) => sameTag(other, tag));
    const isEmpty = () => rig.reader.present.length === 0;

    it('reports its name when ready', () => {
      expect(rig.reader.state).toMatchObject({ state: 'ready', device: expect.stringMatching(/./) });
      expect(rig.reader.present).toEqual([]);
    });

    it.each([classic, ntag, sevenByteClassic, tenBytes])('keeps every byte of a UID (%#)', async (tag) => {
      await rig.put(tag);
      await until(() => !isEmpty());
      expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(tag)]);
      expect(rig.reader.present.map(tagModel)).toEqual([tagModel(tag)]);
      expect(heard).toEqual([`arrived ${tagSerial(tag)}`]);
    });

    it('never counts a tag left on the reader as a second tap', async () => {
      await rig.put(ntag);
      await until(() => isPresent(ntag));
      await rig.put(ntag);
      await rig.pass(1500);
      expect(heard).toEqual([`arrived ${tagSerial(ntag)}`]);
    });

    it('detects that a tag leaves and returns', async () => {
      await rig.put(classic);
      await until(() => isPresent(classic));
      await rig.take();
      await until(isEmpty);
      await rig.put(classic);
      await until(() => isPresent(classic));
      const serial = tagSerial(classic);
      expect(heard).toEqual([`arrived ${serial}`, `left ${serial}`, `arrived ${serial}`]);
    });

    it('detects that a tag is replaced by another', async () => {
      await rig.put(classic);
      await until(() => isPresent(classic));
      await rig.put(ntag);
      await until(() => isPresent(ntag) && !isPresent(classic));
      const expected = [
        `arrived ${tagSerial(classic)}`,
        `arrived ${tagSerial(ntag)}`,
        `left ${tagSerial(classic)}`,
      ];
      expect([...heard].sort()).toEqual(expected.sort());
    });

    it('reports a failure after removing its tags, gives the reason, and recovers by itself', async () => {
      await rig.put(ntag);
      await until(() => isPresent(ntag));
      heard = [];
      await rig.fail();
      await until(() => rig.reader.state.state === 'failed');
      expect(heard).toEqual([`left ${tagSerial(ntag)}`, 'failed']);
      expect(rig.reader.present).toEqual([]);
      expect(rig.reader.state).toMatchObject({ reason: expect.stringMatching(/^[A-Z].*\.$/) });
      heard = [];
      await rig.recover();
      await until(() => isPresent(ntag));
      // On a busy machine, the reader may fail and recover several times before it finds the tag.
      expect(heard).toContain('ready');
      expect(heard.filter((line) => line !== 'failed' && line !== 'ready')).toEqual([
        `arrived ${tagSerial(ntag)}`,
      ]);
    });

    it('tolerates a listener that throws', async () => {
      rig.reader.subscribe(() => {
        throw new Error('a mistake elsewhere');
      });
      await rig.put(ntag);
      await until(() => isPresent(ntag));
      await rig.pass(500);
      expect(rig.reader.state.state).toBe('ready');
    });

    it('does not call a removed listener', async () => {
      const others: string[] = [];
      rig.reader.subscribe((event) => others.push(spell(event)))();
      await rig.put(ntag);
      await until(() => isPresent(ntag));
      expect(others).toEqual([]);
    });

    it('reports nothing once it is closed, even if it is closed twice', async () => {
      await rig.put(ntag);
      await until(() => isPresent(ntag));
      heard = [];
      await rig.reader.close();
      await rig.reader.close();
      expect(rig.reader.present).toEqual([]);
      await rig.take();
      await rig.pass(1000);
      expect(heard).toEqual([]);
    });
  });
}

function spell(event: ReaderEvent): string {
  return event.type === 'state' ? event.state.state : `${event.type} ${tagSerial(event.tag)}`;
}

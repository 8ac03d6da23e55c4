import type { ReaderReason } from '@stationery/contract';
import { type Clock, type Logger, sleep } from '@stationery/core';
import { BusError, type OpenBus } from '../bus/bus.ts';
import { type BusPlace, whyBusNotOpened } from '../bus/bus-reasons.ts';
import type { NfcReader } from '../reader.ts';
import { ReaderError } from '../reader-error.ts';
import { type DriverRun, supervisedReader } from '../supervised-reader.ts';
import { findTag } from './find-tag.ts';
import { ChipSilent, Rc522Chip } from './rc522-chip.ts';

const pollEveryMs = 100;

interface Rc522Parts {
  openBus: OpenBus;
  clock: Clock;
  log: Logger;
  /** Path of the device, such as `/dev/spidev0.0`. */
  path: string;
}

/** Creates a reader for an MFRC522 on SPI, which is in state `starting` at first. Retries until closed. */
export function rc522Reader({ openBus, clock, log, path }: Rc522Parts): NfcReader {
  const place: BusPlace = { path, bus: 'SPI', chip: 'RC522' };
  return supervisedReader({
    clock,
    log,
    async run(run) {
      const bus = await openBus().catch((cause: unknown) => {
        throw new ReaderError(whyBusNotOpened(cause, place), { cause });
      });
      try {
        await poll(new Rc522Chip({ bus, clock, signal: run.signal }), run, clock);
      } catch (cause) {
        const isSilent = cause instanceof ChipSilent || cause instanceof BusError;
        const reason: ReaderReason = isSilent
          ? { code: 'bus-silent', port: path, chip: place.chip }
          : { code: 'reader-stopped', port: path };
        throw new ReaderError(reason, { cause });
      } finally {
        await bus.close();
      }
    },
  });
}

async function poll(chip: Rc522Chip, run: DriverRun, clock: Clock): Promise<never> {
  run.ready(chipName(await chip.start()));
  for (;;) {
    const startedMs = clock.nowMs();
    const found = await findTag(chip);
    // Two tags at once cannot be distinguished, so keep the tags that were present.
    if (found === 'collision') run.presence.update(run.presence.tags);
    else run.presence.update(found === 'none' ? [] : [found]);
    if (!(await chip.isAlive())) await chip.start();
    await sleep(clock, Math.max(0, startedMs + pollEveryMs - clock.nowMs()), run.signal);
  }
}

/** Returns the name of a version (section 9.3.4.8). Other versions are copies of the chip. */
function chipName(version: number): string {
  const known: Record<number, string> = { 145: 'MFRC522 v1.0', 146: 'MFRC522 v2.0' };
  return known[version] ?? `MFRC522 copy 0x${version.toString(16).padStart(2, '0')}`;
}

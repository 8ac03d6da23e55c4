import { randomNumbers } from '@stationery/contract/random-numbers';
import { silentLogger } from '@stationery/core';
import { ManualClock } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BusError } from '../src/bus/bus.ts';
import { pn532Reader, tagSerial } from '../src/index.ts';
import { i2cWire, mirrored, pn532BusPort, spiWire } from '../src/pn532/bus-port.ts';
import { crcA } from '../src/rc522/find-tag.ts';
import { rc522Reader } from '../src/rc522/rc522-reader.ts';
import type { NfcReader } from '../src/reader.ts';
import {
  Pn532OnBus,
  Pn532Simulator,
  type Rc522Fault,
  Rc522Simulator,
  rc522Faults,
} from '../src/testing/index.ts';
import { classic, ntag, type Rig, readerConformance } from './conformance.ts';

type Pn532BusRig = Rig & { clock: ManualClock; chip: Pn532Simulator; onBus: Pn532OnBus };

function pn532OnBus(bus: 'I2C' | 'SPI', random?: () => number): Pn532BusRig {
  const clock = new ManualClock();
  const chip = new Pn532Simulator({ clock, ...(random && { random }) });
  const onBus = new Pn532OnBus(chip, bus === 'I2C' ? 'i2c' : 'spi');
  const where = bus === 'I2C' ? '/dev/i2c-1' : '/dev/spidev0.0';
  const wire = bus === 'I2C' ? i2cWire : spiWire;
  const openPort = pn532BusPort(onBus.openBus, wire, { clock, name: where });
  const reader = pn532Reader({ openPort, clock, log: silentLogger, where, bus });
  return {
    clock,
    chip,
    onBus,
    reader,
    put: async (tag) => chip.put(tag),
    take: async () => chip.take(),
    fail: () => chip.unplug(),
    recover: async () => chip.replug(),
    pass: (ms) => clock.advance(ms),
    dispose: () => reader.close(),
  };
}

type Rc522Rig = Rig & { clock: ManualClock; chip: Rc522Simulator };

function rc522(random?: () => number): Rc522Rig {
  const clock = new ManualClock();
  const chip = new Rc522Simulator({ ...(random && { random }) });
  const reader = rc522Reader({ openBus: chip.openBus, clock, log: silentLogger, path: '/dev/spidev0.0' });
  return {
    clock,
    chip,
    reader,
    put: async (tag) => chip.put(tag),
    take: async () => chip.take(),
    fail: async () => chip.unplug(),
    recover: async () => chip.replug(),
    pass: (ms) => clock.advance(ms),
    dispose: () => reader.close(),
  };
}

readerConformance('a PN532 on I2C', async () => pn532OnBus('I2C'));
readerConformance('a PN532 on SPI', async () => pn532OnBus('SPI'));
readerConformance('an RC522 on SPI', async () => rc522());
for (const fault of ['late-ack', 'corrupt-checksum', 'silent-without-tag'] as const)
  readerConformance(`a PN532 on I2C with ${fault}`, async () => {
    const rig = pn532OnBus('I2C');
    rig.chip.setFault(fault, true);
    return rig;
  });

const failure = (reader: NfcReader) => (reader.state.state === 'failed' ? reader.state.cause : undefined);

describe.each(['I2C', 'SPI'] as const)('a PN532 on %s', (bus) => {
  let rig: Pn532BusRig;

  beforeEach(() => {
    rig = pn532OnBus(bus, randomNumbers(7));
  });

  afterEach(async () => {
    await rig.reader.close();
    expect(rig.clock.pending).toBe(0);
  });

  it('is woken up and identified by name', async () => {
    await rig.pass(150);
    expect(rig.reader.state).toEqual({ state: 'ready', device: 'PN532 v1.6' });
  });

  it('keeps reading after a brief loss of power', async () => {
    await rig.pass(500);
    rig.chip.dipPower();
    await rig.pass(3000);
    rig.chip.put(ntag);
    await rig.pass(300);
    expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
  });

  it.each([0x00, 0x01, 0xff])('reports a status that is always 0x%s, and recovers', async (status) => {
    rig.chip.put(ntag);
    await rig.pass(500);
    rig.onBus.stuckStatus = status;
    rig.chip.setFault('silence', true);
    await rig.pass(10_000);
    expect(failure(rig.reader)).toMatchObject({ code: 'bus-silent', chip: 'PN532' });
    rig.onBus.stuckStatus = undefined;
    rig.chip.setFault('silence', false);
    await rig.pass(6000);
    expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
  });

  it('never reports a wrong tag while the chip sends garbage, and recovers', async () => {
    const seen = new Set<string>();
    rig.reader.subscribe((event) => event.type === 'arrived' && seen.add(tagSerial(event.tag)));
    rig.chip.put(classic);
    for (const fault of ['garbage', 'babbling'] as const) {
      rig.chip.setFault(fault, true);
      await rig.pass(10_000);
      rig.chip.setFault(fault, false);
      await rig.pass(6000);
    }
    expect([...seen]).toEqual([tagSerial(classic)]);
    expect(rig.reader.present).toHaveLength(1);
  });

  it('reports at the start that nothing is on the bus', async () => {
    const empty = pn532OnBus(bus);
    await empty.chip.unplug();
    await empty.pass(2000);
    expect(failure(empty.reader)).toMatchObject({ code: 'bus-silent', chip: 'PN532' });
    await empty.reader.close();
  });

  it('is not queried while no answer is expected', async () => {
    let transfers = 0;
    const clock = new ManualClock();
    const chip = new Pn532Simulator({ clock });
    const { openBus } = new Pn532OnBus(chip, 'i2c');
    const counted = async () => {
      const opened = await openBus();
      const transfer: typeof opened.transfer = (...args) => {
        transfers++;
        return opened.transfer(...args);
      };
      return { ...opened, transfer };
    };
    const reader = pn532Reader({
      openPort: pn532BusPort(counted, i2cWire, { clock, name: '' }),
      clock,
      log: silentLogger,
      bus,
    });
    await clock.advance(1000);
    transfers = 0;
    await clock.advance(1000);
    // Each of ten searches takes one write, two reads, and a query every 3 ms for 15 ms.
    expect(transfers).toBeLessThan(120);
    await reader.close();
  });

  it.each([0, 3, 6, 10, 14, 20, 60, 101, 108])('can be closed %i ms after its start', async (ms) => {
    rig.chip.put(ntag);
    await rig.pass(ms);
    await rig.reader.close();
    expect(rig.clock.pending).toBe(0);
  });
});

describe('an RC522', () => {
  let rig: Rc522Rig;

  beforeEach(() => {
    rig = rc522(randomNumbers(11));
  });

  afterEach(async () => {
    await rig.reader.close();
    expect(rig.clock.pending).toBe(0);
  });

  it('is named by its version', async () => {
    await rig.pass(100);
    expect(rig.reader.state).toEqual({ state: 'ready', device: 'MFRC522 v2.0' });
  });

  it('is set up again after a brief loss of power', async () => {
    await rig.pass(500);
    rig.chip.dipPower();
    await rig.pass(300);
    rig.chip.put(ntag);
    await rig.pass(300);
    expect(rig.reader.state.state).toBe('ready');
    expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(ntag)]);
  });

  it('keeps reporting the tag while a second one is beside it', async () => {
    rig.chip.put(classic);
    await rig.pass(500);
    rig.chip.put(classic, { uid: Uint8Array.of(1, 2, 3, 4), sak: 0x08 });
    await rig.pass(2000);
    expect(rig.reader.present.map(tagSerial)).toEqual([tagSerial(classic)]);
  });

  it.each(['low', 'floating', 'garbage', 'endless'] as const)(
    'reports the fault “%s”, and recovers',
    async (fault) => {
      rig.chip.setFault(fault, true);
      await rig.pass(10_000);
      expect(failure(rig.reader)).toEqual({ code: 'bus-silent', port: '/dev/spidev0.0', chip: 'RC522' });
      rig.chip.setFault(fault, false);
      await rig.pass(6000);
      expect(rig.reader.state.state).toBe('ready');
    },
  );

  it.each(rc522Faults)('never reports a wrong tag during the fault “%s”', async (fault: Rc522Fault) => {
    const seen = new Set<string>();
    rig.reader.subscribe((event) => event.type === 'arrived' && seen.add(tagSerial(event.tag)));
    rig.chip.put(ntag);
    await rig.pass(300);
    rig.chip.setFault(fault, true);
    await rig.pass(60_000);
    rig.chip.setFault(fault, false);
    await rig.pass(6000);
    expect([...seen]).toEqual([tagSerial(ntag)]);
    expect(rig.reader.present).toHaveLength(1);
  });

  it.each([0, 3, 5, 9, 20, 60, 101, 108])('can be closed %i ms after its start', async (ms) => {
    rig.chip.put(ntag);
    await rig.pass(ms);
    await rig.reader.close();
    expect(rig.clock.pending).toBe(0);
  });
});

it.each([
  [2, { code: 'bus-missing', port: '/dev/spidev0.0', bus: 'SPI' }],
  [13, { code: 'bus-not-allowed', port: '/dev/spidev0.0', group: 'spi' }],
  [16, { code: 'reader-in-use', port: '/dev/spidev0.0' }],
  ['no-perl', { code: 'reader-no-perl' }],
] as const)('the error %s on opening the device is explained', async (errno, cause) => {
  const clock = new ManualClock();
  const openBus = () => Promise.reject(new BusError(errno));
  const parts = { clock, log: silentLogger, path: '/dev/spidev0.0' };
  const readers = [
    rc522Reader({ ...parts, openBus }),
    pn532Reader({
      ...parts,
      where: parts.path,
      bus: 'SPI',
      openPort: pn532BusPort(openBus, spiWire, { clock, name: '' }),
    }),
  ];
  await clock.advance(10);
  for (const reader of readers) {
    expect(failure(reader)).toEqual(cause);
    await reader.close();
  }
});

it('the checksum equals that of ISO 14443-3, annex B', () => {
  expect(crcA(Uint8Array.of(0x00, 0x00))).toEqual([0xa0, 0x1e]);
  expect(crcA(Uint8Array.of(0x12, 0x34))).toEqual([0x26, 0xcf]);
});

it('mirrored reverses the order of the bits in each byte', () => {
  expect(mirrored(Uint8Array.of(0x01, 0xd4, 0xff, 0x00))).toEqual(Uint8Array.of(0x80, 0x2b, 0xff, 0x00));
});

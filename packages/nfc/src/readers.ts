import { existsSync, readdirSync } from 'node:fs';
import { describeReaderReason } from '@stationery/contract';
import { type Clock, type Logger, openSerialPort, SettingError } from '@stationery/core';
import { busGroups } from './bus/bus-reasons.ts';
import type { BusKind } from './bus/perl-bus.ts';
import { hidReader } from './hid/hid-reader.ts';
import { type NumberForm, numberForms } from './hid/typed-number.ts';
import { pcscReader } from './pcsc/pcsc-reader.ts';
import { pcscdSocketPath } from './pcsc/pcscd/pcscd-client.ts';
import { i2cWire, pn532BusPort, spiWire } from './pn532/bus-port.ts';
import { pn532Reader } from './pn532/pn532-reader.ts';
import { rc522Reader } from './rc522/rc522-reader.ts';
import type { NfcReader } from './reader.ts';
import { type SimulatedReader, simulatedReader } from './simulated/simulated-reader.ts';

export interface OpenedReader {
  reader: NfcReader;
  /** The reader itself if it is simulated. */
  simulated?: SimulatedReader;
}

/** Device file of a reader, for the doctor. */
export interface ReaderDevice {
  path: string;
  /** Advice if the file is missing. */
  plugIn: string;
  listedIn: string;
  group: string;
}

interface ReaderSetting {
  open(deps: { clock: Clock; log: Logger }): OpenedReader;
  device?: ReaderDevice;
}

/** A kind of reader. No code outside of its row in the table and its folder depends on the kind. */
interface ReaderKind {
  syntax: string;
  example: string;
  isReal: boolean;
  /** Returns settings for the devices of this machine that may be such a reader. */
  find(): string[];
  /** Parses the text after the colon; undefined if it is not valid. */
  parse(rest: string): ReaderSetting | undefined;
  /** Advice if a reader of this kind does not work. */
  fix: string;
}

const pn532Baud = 115_200;

export const readerKinds: Record<string, ReaderKind> = {
  sim: {
    syntax: 'sim:',
    example: 'sim:',
    isReal: false,
    find: () => ['sim:'],
    parse: (rest) =>
      rest === ''
        ? {
            open({ log }) {
              const simulated = simulatedReader({ log });
              return { reader: simulated, simulated };
            },
          }
        : undefined,
    fix: '',
  },
  pn532: {
    syntax: 'pn532:<serial port, I2C or SPI device>',
    example: 'pn532:/dev/ttyUSB0',
    isReal: true,
    find: () =>
      [
        ...serialPorts(),
        ...(existsSync('/proc/device-tree') ? busDevices('i2c-') : []),
        ...busDevices('spidev'),
      ].map((path) => `pn532:${path}`),
    parse(path) {
      if (path.startsWith('/dev/i2c-')) return pn532OnBus(path, 'I2C');
      if (path.startsWith('/dev/spidev')) return pn532OnBus(path, 'SPI');
      return path === ''
        ? undefined
        : {
            open: (deps) => ({
              reader: pn532Reader({ ...deps, openPort: () => openSerialPort(path, pn532Baud), where: path }),
            }),
            device: {
              path,
              plugIn:
                'plug the reader in; for one on the pins of a Raspberry Pi: raspi-config, serial port on, console off',
              listedIn: '/dev/serial/by-id',
              group: 'dialout',
            },
          };
    },
    fix: 'check the wires (on a serial port TX to RX, RX to TX) and that the switches of the board are set to HSU for a serial port, else to I2C or SPI',
  },
  rc522: {
    syntax: 'rc522:<SPI device>',
    example: 'rc522:/dev/spidev0.0',
    isReal: true,
    find: () => busDevices('spidev').map((path) => `rc522:${path}`),
    parse: (path) =>
      path === '' || path.startsWith('/dev/i2c-')
        ? undefined
        : {
            open: (deps) => ({
              reader: rc522Reader({ ...deps, path, openBus: openBus(path, spi, deps.clock) }),
            }),
            device: busDevice(path, 'SPI'),
          },
    fix: 'check the seven wires, and that RST is at 3.3 V',
  },
  pcsc: {
    syntax: 'pcsc:[<name>]',
    example: 'pcsc:',
    isReal: true,
    find: () => (existsSync(pcscdSocketPath()) ? ['pcsc:'] : []),
    parse: (name) => ({
      open: (deps) => ({ reader: pcscReader({ ...deps, readerName: name }) }),
    }),
    fix: 'sudo apt install pcscd; sudo systemctl enable --now pcscd.socket; pcsc_scan shows what it sees',
  },
  hid: {
    syntax: 'hid:[<input device>][,decimal|hex|wiegand][,reversed]',
    example: 'hid:',
    isReal: true,
    find: () =>
      namesIn('/dev/input/by-id')
        .filter((name) => name.endsWith('-event-kbd'))
        .map((name) => `hid:/dev/input/by-id/${name}`),
    parse(rest) {
      const [path = '', ...words] = rest.split(',', 3);
      const [form] = numberForms.filter((each) => words.includes(each));
      const isReversed = words.includes('reversed');
      if (words.length !== Number(form !== undefined) + Number(isReversed)) return undefined;
      return hidSetting(path, form, isReversed);
    },
    fix: 'plug the reader in and hold a tag to it; ls /dev/input/by-id shows its name',
  },
  none: {
    syntax: 'none',
    example: 'none',
    isReal: false,
    find: () => ['none'],
    parse: (rest) => (rest === '' ? { open: () => ({ reader: absentReader() }) } : undefined),
    fix: '',
  },
};

/** A PN532 on I2C, with its address (user manual, section 6.2.4). */
const i2c: BusKind = { kind: 'i2c', address: 0x24 };
/** 1 MHz, because long wires do not carry the 5 MHz that both chips support. */
const spi: BusKind = { kind: 'spi', speedHz: 1_000_000 };

function pn532OnBus(path: string, bus: 'I2C' | 'SPI'): ReaderSetting {
  return {
    open(deps) {
      const { clock } = deps;
      const [kind, wire] = bus === 'I2C' ? [i2c, i2cWire] : [spi, spiWire];
      const openPort = pn532BusPort(openBus(path, kind, clock), wire, { clock, name: path });
      return { reader: pn532Reader({ ...deps, openPort, where: path, bus }) };
    },
    device: busDevice(path, bus),
  };
}

function busDevice(path: string, bus: 'I2C' | 'SPI'): ReaderDevice {
  const plugIn = `switch ${bus} on with raspi-config (Interface Options) and restart`;
  return { path, plugIn, listedIn: '/dev', group: busGroups[bus] };
}

function openBus(path: string, kind: BusKind, clock: Clock) {
  return async () => (await import('./bus/perl-bus.ts')).openPerlBus(path, kind, clock);
}

function hidSetting(path: string, form: NumberForm | undefined, isReversed: boolean): ReaderSetting {
  const device = path === '' ? undefined : path;
  return {
    open: (deps) => ({ reader: hidReader({ device, form, isReversed }, deps) }),
    ...(device !== undefined && {
      device: { path: device, plugIn: 'plug the reader in', listedIn: '/dev/input/by-id', group: 'input' },
    }),
  };
}

const listOf = (column: 'syntax' | 'example') => {
  const all = Object.values(readerKinds).map((kind) => kind[column]);
  return `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`;
};

const maxFound = 20;

export const findReaders = () => Object.values(readerKinds).flatMap((kind) => kind.find().slice(0, maxFound));

/** Returns USB ports by their lasting names, and the port on the pins of a Raspberry Pi. */
function serialPorts(): string[] {
  const named = namesIn('/dev/serial/by-id').map((name) => `/dev/serial/by-id/${name}`);
  const pins = existsSync('/proc/device-tree') ? ['serial0', 'ttyAMA0', 'ttyS0', 'ttyS1'] : [];
  const names = namesIn('/dev').filter((name) => /^tty(USB|ACM)\d{1,3}$/.test(name) && named.length === 0);
  return [...named, ...[...names, ...pins].map((name) => `/dev/${name}`).filter((path) => existsSync(path))];
}

function busDevices(prefix: string): string[] {
  const names = namesIn('/dev').filter(
    (name) => name.startsWith(prefix) && /^[\d.]{1,7}$/.test(name.slice(prefix.length)),
  );
  return names.map((name) => `/dev/${name}`);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

export const readerExamples = listOf('example');

export const realReaderExamples = Object.values(readerKinds)
  .filter(({ isReal }) => isReal)
  .map(({ example }) => example);

/** Parses a setting such as `pn532:/dev/ttyUSB0`. Throws a `SettingError`. */
export function readReader(setting: string): ReaderSetting & { kind: ReaderKind } {
  const [, name = '', colon, rest = ''] = /^([^:]*)(:?)(.*)$/s.exec(setting) ?? [];
  const kind = Object.hasOwn(readerKinds, name) ? readerKinds[name] : undefined;
  const parsed = kind?.syntax.includes(':') === (colon === ':') ? kind.parse(rest) : undefined;
  if (kind === undefined || parsed === undefined)
    throw new SettingError(
      `STATION_READER must be ${listOf('syntax')}, not “${setting}”; for example ${kind?.isReal ? kind.example : realReaderExamples[0]}`,
    );
  return { ...parsed, kind };
}

/** Returns a reader without tags, used if no reader is configured. */
export function absentReader(): NfcReader {
  const cause = { code: 'reader-not-set' } as const;
  return {
    state: { state: 'failed', reason: describeReaderReason(cause), cause },
    present: [],
    subscribe: () => () => undefined,
    close: async () => undefined,
  };
}

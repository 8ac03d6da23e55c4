import { fallbackDriver } from '@stationery/contract';
import type { Logger } from '@stationery/core';
import type { LinkPort, UsbIds } from '../../link/link-port.ts';
import { PortFailure } from '../../link/port-failure.ts';
import type { DriverName, Evidence } from '../driver.ts';
import { families } from '../families.ts';
import type { DriverMemory } from '../family.ts';
import type { AsksVersion } from '../lines/opening-question.ts';
import { canBeFor, recogniseUsb, usbName } from './recognise.ts';

export type DriverChoice = DriverName | 'auto';

export interface PortMemory {
  get(portPath: string): DriverName | undefined;
  set(portPath: string, driver: DriverName): void;
  /** Whether the user confirmed that the machine at this port needs this driver. */
  isConfirmed(portPath: string, driver: DriverName): boolean;
  confirm(portPath: string, driver: DriverName): void;
  textOf(driver: DriverName): string | undefined;
  setText(driver: DriverName, text: string): void;
}

export class Recognition {
  choice: DriverChoice;
  port: LinkPort;
  /** The rate at which the machine was recognised, if not that of the settings. */
  baudRate: number | undefined;
  readonly #log: Logger;
  #memory: PortMemory | undefined;
  readonly #texts = new Map<DriverName, string>();
  #isRecognised = false;
  /** Whether the port is a USB device: a board, or a converter with any machine. */
  #isUsb = false;

  constructor(choice: DriverChoice, port: LinkPort, log: Logger) {
    this.choice = choice;
    this.port = port;
    this.#log = log;
  }

  get isCertain(): boolean {
    return this.choice !== 'auto' || this.port.driver !== undefined || this.#isRecognised;
  }

  get expected(): DriverName {
    if (this.choice !== 'auto') return this.choice;
    return this.port.driver ?? this.#last ?? fallbackDriver;
  }

  get #last(): DriverName | undefined {
    const last = this.#memory?.get(this.port.portPath);
    return last !== undefined && Object.hasOwn(families, last) ? last : undefined;
  }

  remember(memory: PortMemory): void {
    this.#memory = memory;
  }

  memoryOf(driver: DriverName): DriverMemory {
    return {
      get: () => this.#texts.get(driver) ?? this.#memory?.textOf(driver),
      stored: () => this.#memory?.textOf(driver),
      set: (text) => {
        this.#texts.set(driver, text);
        this.#save(() => this.#memory?.setText(driver, text));
      },
    };
  }

  forget(): void {
    this.#isRecognised = false;
    this.baudRate = undefined;
  }

  recognised(name: DriverName, inUse: DriverName): void {
    if (this.#isRecognised && name === inUse) return;
    this.#isRecognised = true;
    if (this.port.driver !== undefined) return;
    this.#save(() => this.#memory?.set(this.port.portPath, name));
  }

  /** Saves, or only logs: with a full disk, the machine must be recognised again after the next start. */
  #save(save: () => void): void {
    try {
      save();
    } catch (error) {
      this.#log.warn({ err: error }, 'recognised machine not stored');
    }
  }

  confirm(driver: DriverName): void {
    this.#memory?.confirm(this.port.portPath, driver);
  }

  /** Sets the USB device of the port, if any. Returns its driver if only one is possible. */
  foundUsb(ids: UsbIds | undefined): DriverName | undefined {
    this.#isUsb = ids !== undefined;
    return ids && recogniseUsb(ids);
  }

  /** Asks only if the user or the port suggests a family, because other firmware gets only what users send. */
  asksVersion(name: DriverName): AsksVersion {
    if (!this.isEnough(name, 'none')) return 'always';
    if (name !== fallbackDriver) return 'never';
    return this.#isUsb || this.choice === name || this.#last === name ? 'if-silent' : 'never';
  }

  /**
   * Boards of two families share commands but move differently, so their drivers need proof or the user's confirmation.
   */
  isEnough(name: DriverName, evidence: Evidence): boolean {
    const { proof } = families[name].recognise;
    if (evidence === 'named' || proof === 'by-itself' || proof === evidence) return true;
    if (name === fallbackDriver && this.choice !== name) return true;
    return this.port.driver === name || this.#memory?.isConfirmed(this.port.portPath, name) === true;
  }

  /** Returns a port that does not open a device of a different family, because opening may reset it. */
  guarded(port: LinkPort): LinkPort {
    const openPort = async (baudRate = this.baudRate) => {
      const driver = this.choice;
      const ids = driver === 'auto' ? undefined : await port.usbIds?.().catch(() => undefined);
      if (driver !== 'auto' && ids !== undefined && !canBeFor(driver, ids))
        throw new PortFailure({ code: 'wrong-machine', driver, heard: `USB ${usbName(ids)}` });
      return port.openPort(baudRate);
    };
    return { ...port, openPort };
  }
}

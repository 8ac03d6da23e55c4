import type { Logger } from '@stationery/core';
import type { LinkPort } from '../link/link-port.ts';
import { PortFailure } from '../link/port-failure.ts';
import type { DriverName, Evidence } from './driver.ts';
import type { DriverMemory } from './driver-kind.ts';
import { driverKinds } from './kinds.ts';
import type { AsksVersion } from './lines/opening-question.ts';
import { canBeFor, recogniseUsb, type UsbIds, usbName } from './recognise.ts';

export type DriverChoice = DriverName | 'auto';

/** Stores which machine was last recognised at a port, and data of its driver, across restarts of the service. */
export interface PortMemory {
  get(portPath: string): DriverName | undefined;
  set(portPath: string, driver: DriverName): void;
  /** Whether a person said that the machine at this port is for this driver. */
  isConfirmed(portPath: string, driver: DriverName): boolean;
  confirm(portPath: string, driver: DriverName): void;
  textOf(driver: DriverName): string | undefined;
  setText(driver: DriverName, text: string): void;
}

/** Which driver a port needs: what a person chose, what the port and its last machine say, and what was recognised. */
export class Recognition {
  choice: DriverChoice;
  port: LinkPort;
  readonly #log: Logger;
  #memory: PortMemory | undefined;
  readonly #texts = new Map<DriverName, string>();
  #isRecognised = false;
  /** The port is a USB device: a board, or a converter with any machine behind it. */
  #isUsb = false;

  constructor(choice: DriverChoice, port: LinkPort, log: Logger) {
    this.choice = choice;
    this.port = port;
    this.#log = log;
  }

  /** Whether it is certain which driver the machine needs. */
  get isCertain(): boolean {
    return this.choice !== 'auto' || this.port.driver !== undefined || this.#isRecognised;
  }

  /** What is known before the port is opened. */
  get expected(): DriverName {
    if (this.choice !== 'auto') return this.choice;
    return this.port.driver ?? this.#last ?? 'stationery';
  }

  /** The driver for the machine that was last recognised at this port. */
  get #last(): DriverName | undefined {
    const last = this.#memory?.get(this.port.portPath);
    return driverKinds.find(({ name }) => name === last)?.name;
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
  }

  recognised(name: DriverName, inUse: DriverName): void {
    if (this.#isRecognised && name === inUse) return;
    this.#isRecognised = true;
    if (this.port.driver !== undefined) return;
    this.#save(() => this.#memory?.set(this.port.portPath, name));
  }

  /** With a full disk, the machine must be recognised again after the next start. */
  #save(save: () => void): void {
    try {
      save();
    } catch (error) {
      this.#log.warn({ err: error }, 'recognised machine not stored');
    }
  }

  /** A person said which plotter is at the port. */
  confirm(driver: DriverName): void {
    this.#memory?.confirm(this.port.portPath, driver);
  }

  /** The port is this USB device, or none. Gives the driver for it, where there is only one. */
  foundUsb(ids: UsbIds | undefined): DriverName | undefined {
    this.#isUsb = ids !== undefined;
    return ids && recogniseUsb(ids);
  }

  /**
   * Whether a machine that does not say what it is when its port is opened is asked. Only where somebody or the port says
   * what it may be: firmware at any other port gets only what people send.
   */
  asksVersion(name: DriverName): AsksVersion {
    if (!this.isEnough(name, 'none')) return 'always';
    if (name !== 'stationery') return 'never';
    return this.#isUsb || this.choice === name || this.#last === name ? 'if-silent' : 'never';
  }

  /**
   * Whether what the machine has shown is enough to move it. Boards of two families know the same commands and mean other
   * moves by them, so a driver that was chosen for one of them is not believed without a sign: a board of ours says its
   * name, and one that is no board of ours does not. Or a person has said which plotter it is.
   */
  isEnough(name: DriverName, evidence: Evidence): boolean {
    if (evidence === 'named') return true;
    if (name === 'pico' ? evidence === 'answered' : name !== 'stationery' || this.choice !== name)
      return true;
    return this.port.driver === name || this.#memory?.isConfirmed(this.port.portPath, name) === true;
  }

  /** A driver that was chosen does not open a device that is certainly of another family: that alone may reset it. */
  guarded(port: LinkPort): LinkPort {
    const openPort = async () => {
      const driver = this.choice;
      const ids = driver === 'auto' ? undefined : await port.usbIds?.().catch(() => undefined);
      if (driver !== 'auto' && ids !== undefined && !canBeFor(driver, ids))
        throw new PortFailure({ code: 'wrong-machine', driver, heard: `USB ${usbName(ids)}` });
      return port.openPort();
    };
    return { ...port, openPort };
  }
}

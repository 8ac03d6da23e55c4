import type { Logger } from '@stationery/core';
import type { LinkPort } from '../link/link-port.ts';
import { PortFailure } from '../link/port-failure.ts';
import type { DriverName } from './driver.ts';
import { driverKinds } from './kinds.ts';
import { canBeFor, isConverter, recogniseUsb, type UsbIds, usbName } from './recognise.ts';

export type DriverChoice = DriverName | 'auto';

/** Which machine was last recognised at a port. */
export interface PortMemory {
  get(portPath: string): DriverName | undefined;
  set(portPath: string, driver: DriverName): void;
}

/** Which driver a port needs: what a person chose, what the port and its last machine say, and what was recognised. */
export class Recognition {
  choice: DriverChoice;
  port: LinkPort;
  readonly #log: Logger;
  #memory: PortMemory | undefined;
  #isRecognised = false;
  /** The port is a USB device that says nothing of the machine behind it. */
  #isConverter = false;

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
    const last = this.#memory?.get(this.port.portPath);
    const remembered = driverKinds.find(({ name }) => name === last)?.name;
    return this.port.driver ?? remembered ?? 'stationery';
  }

  remember(memory: PortMemory): void {
    this.#memory = memory;
  }

  forget(): void {
    this.#isRecognised = false;
  }

  recognised(name: DriverName, inUse: DriverName): void {
    if (this.#isRecognised && name === inUse) return;
    this.#isRecognised = true;
    if (this.port.driver !== undefined) return;
    try {
      this.#memory?.set(this.port.portPath, name);
    } catch (error) {
      this.#log.warn({ error }, 'the recognised machine cannot be remembered');
    }
  }

  /** The port is this USB device, or none. Gives the driver for it, where there is only one. */
  foundUsb(ids: UsbIds | undefined): DriverName | undefined {
    this.#isConverter = ids !== undefined && isConverter(ids);
    return ids && recogniseUsb(ids);
  }

  /**
   * Whether a machine that does not say what it is when its port is opened is asked. Only where it can be any machine, or
   * a person said which it is: other firmware gets only what people send.
   */
  asksVersion(name: DriverName): boolean {
    return name === 'stationery' && (this.#isConverter || this.choice === name);
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

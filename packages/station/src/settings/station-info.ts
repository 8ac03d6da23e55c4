import { interfaceVersion, isDiskFull, packageVersion, type StoredSettings } from '@stationery/core';
import { checkNickname } from './nickname.ts';
import { generatedSerial, hardwareSerial, plannedSerial } from './serial-number.ts';

export interface Info {
  fw_version: string;
  hw_version: string;
  serial: string;
  nickname: string;
}

const serialOfMachine = () => plannedSerial() ?? hardwareSerial() ?? generatedSerial();

/**
 * Kept from the first start on, whatever it was made from: a radio that appears later, or another network card, must
 * not make it another station.
 */
function storedSerial(settings: StoredSettings, newSerial: () => string): string {
  const serial = settings.get('serial') ?? newSerial();
  try {
    settings.getOrMake('serial', () => serial);
  } catch (error) {
    // It starts on a full disk too, and keeps it the next time.
    if (!isDiskFull(error)) throw error;
  }
  return serial;
}

/** Who the station is. Only the nickname can be changed. */
export class StationInfo {
  readonly #settings: StoredSettings;
  readonly #hardwareVersion: string;
  readonly #serial: string;

  constructor(settings: StoredSettings, hardwareVersion: string, newSerial = serialOfMachine) {
    this.#settings = settings;
    this.#hardwareVersion = hardwareVersion;
    this.#serial = storedSerial(settings, newSerial);
  }

  get serial(): string {
    return this.#serial;
  }

  read(): Info {
    return {
      fw_version: interfaceVersion(packageVersion),
      hw_version: this.#hardwareVersion,
      serial: this.#serial,
      nickname: this.#settings.get('nickname') ?? `Station ${this.#serial.slice(-4)}`,
    };
  }

  rename(nickname: string, pointer: string): Info {
    this.#settings.set('nickname', checkNickname(nickname, pointer));
    return this.read();
  }
}

import type { KeptSettings } from '@stationery/core';
import { interfaceVersion, packageVersion } from '../version.ts';
import { checkNickname } from './nickname.ts';
import { hardwareSerial, madeUpSerial } from './serial-number.ts';

export interface Info {
  fw_version: string;
  hw_version: string;
  serial: string;
  nickname: string;
}

/** Who the station is. Only the nickname can be changed. */
export class StationInfo {
  readonly #settings: KeptSettings;
  readonly #hardwareVersion: string;
  readonly #serial: string;

  constructor(settings: KeptSettings, hardwareVersion: string) {
    this.#settings = settings;
    this.#hardwareVersion = hardwareVersion;
    this.#serial = hardwareSerial() ?? settings.getOrMake('serial', madeUpSerial);
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

import { generatedSerial, hardwareSerial, plannedSerial } from '@stationery/appliance';
import { AppError, interfaceVersion, isDiskFull, packageVersion, type StoredValue } from '@stationery/core';
import { nicknameProblem } from './nickname.ts';

export interface Info {
  fw_version: string;
  hw_version: string;
  serial: string;
  nickname: string;
}

const serialOfMachine = () => plannedSerial() ?? hardwareSerial() ?? generatedSerial();

interface StoredInfo {
  serial: StoredValue<string | undefined>;
  nickname: StoredValue<string | undefined>;
}

interface ConfiguredInfo {
  hwVersion: string;
  /** The nickname until the station is renamed. */
  nickname?: string | undefined;
}

export class StationInfo {
  readonly #stored: StoredInfo;
  readonly #configured: ConfiguredInfo;
  readonly #serial: string;

  constructor(stored: StoredInfo, configured: ConfiguredInfo, newSerial = serialOfMachine) {
    this.#stored = stored;
    this.#configured = configured;
    this.#serial = stored.serial.get() ?? keepNew(stored.serial, newSerial());
  }

  get serial(): string {
    return this.#serial;
  }

  read(): Info {
    const { hwVersion, nickname = `Station ${this.#serial.slice(-4)}` } = this.#configured;
    return {
      fw_version: interfaceVersion(packageVersion),
      hw_version: hwVersion,
      serial: this.#serial,
      nickname: this.#stored.nickname.get() ?? nickname,
    };
  }

  rename(nickname: string, pointer: string): Info {
    this.#stored.nickname.set(checkNickname(nickname, pointer));
    return this.read();
  }
}

/** Stores a new serial, so that a new network interface does not change the identity. */
function keepNew(stored: StoredInfo['serial'], serial: string): string {
  try {
    stored.set(serial);
  } catch (error) {
    // Start even on a full disk. The serial is then stored at the next start.
    if (!isDiskFull(error)) throw error;
  }
  return serial;
}

function checkNickname(text: string, pointer: string): string {
  const nickname = text.trim();
  const problem = nicknameProblem(nickname);
  if (problem !== undefined) throw new AppError('invalid-request', problem, { pointer });
  return nickname;
}

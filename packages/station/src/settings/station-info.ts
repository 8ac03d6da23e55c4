import { generatedSerial, hardwareSerial, plannedSerial } from '@stationery/appliance';
import { textControls } from '@stationery/contract/text-controls';
import { AppError, interfaceVersion, isDiskFull, packageVersion, type StoredValue } from '@stationery/core';

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

/** The identity of the station. Only the nickname can be changed. */
export class StationInfo {
  readonly #stored: StoredInfo;
  readonly #hardwareVersion: string;
  readonly #serial: string;

  constructor(stored: StoredInfo, hardwareVersion: string, newSerial = serialOfMachine) {
    this.#stored = stored;
    this.#hardwareVersion = hardwareVersion;
    this.#serial = stored.serial.get() ?? keepNew(stored.serial, newSerial());
  }

  get serial(): string {
    return this.#serial;
  }

  read(): Info {
    return {
      fw_version: interfaceVersion(packageVersion),
      hw_version: this.#hardwareVersion,
      serial: this.#serial,
      nickname: this.#stored.nickname.get() ?? `Station ${this.#serial.slice(-4)}`,
    };
  }

  rename(nickname: string, pointer: string): Info {
    this.#stored.nickname.set(checkNickname(nickname, pointer));
    return this.read();
  }
}

/** Kept from the first start on, so that a new network interface does not change the identity. */
function keepNew(stored: StoredInfo['serial'], serial: string): string {
  try {
    stored.set(serial);
  } catch (error) {
    // Starts even on a full disk and stores the serial next time.
    if (!isDiskFull(error)) throw error;
  }
  return serial;
}

const longest = 64;

/** Returns the normalised nickname, or throws with the JSON pointer of the member. */
function checkNickname(text: string, pointer: string): string {
  const nickname = text.trim();
  const length = [...nickname].length;
  if (length < 1 || length > longest) {
    throw new AppError(
      'invalid-request',
      `The nickname must have 1 to ${longest} characters; this has ${length}.`,
      {
        pointer,
      },
    );
  }
  if (textControls.test(nickname) || !nickname.isWellFormed()) {
    throw new AppError(
      'invalid-request',
      'The nickname must be one line of text without control characters or direction marks.',
      {
        pointer,
      },
    );
  }
  return nickname;
}

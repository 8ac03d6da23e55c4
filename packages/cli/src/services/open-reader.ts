import { type Clock, type Logger, openSerialPort, SettingError } from '@stationery/core';
import {
  absentReader,
  type NfcReader,
  pcscReader,
  pn532Reader,
  type SimulatedReader,
  simulatedReader,
} from '@stationery/nfc';

export interface OpenedReader {
  reader: NfcReader;
  simulated?: SimulatedReader;
}

const pn532Baud = 115_200;

/** The reader that a setting names. */
export function openReader(setting: string, parts: { clock: Clock; log: Logger }): OpenedReader {
  const colon = setting.indexOf(':');
  const [kind, rest] = colon < 0 ? [setting, ''] : [setting.slice(0, colon), setting.slice(colon + 1)];
  if (kind === 'none') {
    return { reader: absentReader() };
  }
  if (kind === 'sim' && rest === '') {
    const simulated = simulatedReader({ log: parts.log });
    return { reader: simulated, simulated };
  }
  if (kind === 'pn532' && rest !== '') {
    return {
      reader: pn532Reader({ ...parts, openPort: () => openSerialPort(rest, pn532Baud), where: rest }),
    };
  }
  if (kind === 'pcsc')
    return { reader: pcscReader({ ...parts, ...(rest === '' ? {} : { readerName: rest }) }) };
  throw new SettingError(
    `STATION_READER must be sim:, pn532:<serial port>, pcsc: or none, not “${setting}”; for example pn532:/dev/ttyUSB0`,
  );
}

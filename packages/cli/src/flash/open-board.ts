import { type BytePort, messageOf, openFailureOf, openSerialPort } from '@stationery/core';
import { Failure } from '../terminal/exit-codes.ts';

export async function openBoard(path: string, baudRate = 115_200): Promise<BytePort> {
  try {
    return await openSerialPort(path, baudRate);
  } catch (error) {
    const other = `${path} cannot be opened: ${messageOf(error)}`;
    const messages = {
      missing: `There is no port ${path}. Check the cable, and list the boards with: stationery plot firmware`,
      'not-allowed': `You may not open ${path}. Add yourself to the group “dialout”: sudo usermod -aG dialout $USER; then log in again.`,
      'in-use': `Another program uses ${path}. Close it and run the command again.`,
      unreachable: other,
      other,
    };
    throw new Failure(messages[openFailureOf(error)]);
  }
}

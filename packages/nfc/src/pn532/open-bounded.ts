import { type BytePort, type Deadline, type OpenBytePort, withDeadline } from '@stationery/core';

/** Opens a port within the deadline. A port that opens too late is closed at once. */
export async function openBounded(openPort: OpenBytePort, deadline: Deadline): Promise<BytePort> {
  const opening = openPort();
  try {
    return await withDeadline('opening the port', deadline, () => opening);
  } catch (error) {
    opening.then((late) => late.close()).catch(() => undefined);
    throw error;
  }
}

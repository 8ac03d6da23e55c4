import type { BytePort } from './byte-port.ts';
import { streamPort } from './stream-port.ts';

export async function openSerialPort(path: string, baudRate: number): Promise<BytePort> {
  // Loaded when asked for: most processes never open a serial port.
  const { SerialPort } = await import('serialport');
  const serial = new SerialPort({ path, baudRate, autoOpen: false });
  await new Promise<void>((resolve, reject) => serial.open((error) => (error ? reject(error) : resolve())));
  return streamPort({
    name: path,
    stream: serial,
    closeStream: () => {
      if (serial.isOpen) serial.close();
    },
    flushInput: () =>
      new Promise((resolve, reject) => serial.flush((error) => (error ? reject(error) : resolve()))),
  });
}

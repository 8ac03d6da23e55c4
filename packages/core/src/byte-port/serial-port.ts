import type { BytePort } from './byte-port.ts';
import { nonBlockingBinding } from './non-blocking-binding.ts';
import { streamPort } from './stream-port.ts';

export async function openSerialPort(path: string, baudRate: number): Promise<BytePort> {
  // Loaded on demand: most processes never open a serial port.
  const { SerialPort } = await import('serialport');
  // The declarations omit `binding`, which replaces the default one.
  const options = {
    path,
    baudRate,
    autoOpen: false as const,
    binding: nonBlockingBinding(SerialPort.binding),
  };
  const serial = new SerialPort(options);
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

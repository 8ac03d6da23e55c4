export type { BytePort, OpenBytePort } from './byte-port.ts';
export { type ListedPort, listSerialPorts } from './list-serial-ports.ts';
export { memoryPortPair } from './memory-port.ts';
export { type OpenFailure, openFailureOf } from './open-failure.ts';
export { openPtyHost, type PtyHost } from './pty-host.ts';
export { randomPieces } from './random-pieces.ts';
export { openSerialPort } from './serial-port.ts';
export { streamPort } from './stream-port.ts';
export { openTcpPort } from './tcp-port.ts';

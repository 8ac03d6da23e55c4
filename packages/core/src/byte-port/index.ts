export { type BytePort, type OpenBytePort, type OpenFailure, openFailureOf } from './byte-port.ts';
export { type ListedPort, listSerialPorts } from './list-serial-ports.ts';
export { memoryPortPair, randomPieces } from './memory-port.ts';
export { openPtyHost, type PtyHost } from './pty-host.ts';
export { openSerialPort, openTcpPort, streamPort } from './stream-port.ts';

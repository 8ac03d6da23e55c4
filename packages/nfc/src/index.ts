export { hidReader } from './hid/hid-reader.ts';
export { type PcscOptions, pcscReader } from './pcsc/pcsc-reader.ts';
export { type Pn532Parts, pn532Reader } from './pn532/pn532-reader.ts';
export type { NfcReader, ReaderEvent, ReaderState } from './reader.ts';
export {
  absentReader,
  findReaders,
  type OpenedReader,
  type ReaderDevice,
  readerExamples,
  readReader,
  realReaderExamples,
} from './readers.ts';
export { type SimulatedReader, simulatedDevice, simulatedReader } from './simulated/simulated-reader.ts';
export {
  hasRandomUid,
  parseTagSerial,
  sameTag,
  type Tag,
  type TagModel,
  tagModel,
  tagSerial,
} from './tag.ts';

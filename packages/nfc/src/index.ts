export type { NfcReader, ReaderEvent, ReaderState } from './reader.ts';
export {
  hasRandomUid,
  parseTagSerial,
  sameTag,
  type Tag,
  type TagModel,
  tagModel,
  tagSerial,
} from './tag.ts';

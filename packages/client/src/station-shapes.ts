import type { StationOperations } from './generated/station.ts';

type Answer<Name extends keyof StationOperations> = StationOperations[Name]['answer'];

export interface CardFile {
  id: number;
  filename: string;
  /** Bytes. */
  size: number;
}

export interface Card {
  /** Bytes. */
  size: number;
  /** Bytes. */
  free: number;
  /** In the order of their ids. */
  files: CardFile[];
}

export interface Tag {
  id: number;
  model: 'mifare' | 'mifare_classic';
  /** `0x` and every byte of the UID. */
  serial: string;
  /** The file bound to it, if any. */
  filename: string | null;
}

export type FirmwareStatus = Answer<'getFirmware'>['data']['attributes'];
export type InstalledFirmware = Answer<'updateFirmware'>['data']['attributes'];

/** On the wire the sizes of the card are strings, and its files stand apart from it. */
export function cardOf({ data, included }: Answer<'getCard'>): Card {
  return { size: Number(data.size), free: Number(data.free), files: included.map(fileOf) };
}

export function fileOf(file: {
  id: number;
  attributes: { filename: string; size: number | string };
}): CardFile {
  return { id: file.id, filename: file.attributes.filename, size: Number(file.attributes.size) };
}

type WireTag = Answer<'updateTag'>['data'];

export function tagOf({ id, attributes: { model, serial, filename } }: WireTag): Tag {
  return { id, model, serial, filename };
}

/** In the scanner's answer the fields stand directly on the resource. */
export function scannedTagOf(tag: Answer<'scanTags'>['included'][number]): Tag {
  return tagOf({ ...tag, attributes: tag });
}

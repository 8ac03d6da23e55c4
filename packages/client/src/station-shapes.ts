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
  /** Sorted by id. */
  files: CardFile[];
}

export interface Tag {
  id: number;
  model: 'mifare' | 'mifare_classic';
  /** All bytes of the UID in hex, after `0x`. */
  serial: string;
  filename: string | null;
}

export type FirmwareStatus = Answer<'getFirmware'>['data']['attributes'];
export type InstalledFirmware = Answer<'updateFirmware'>['data']['attributes'];

/** Converts the document of the card: the API sends sizes as strings and lists the files separately. */
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

/** Converts a tag in the scanner's response, which has the fields directly on the resource. */
export function scannedTagOf(tag: Answer<'scanTags'>['included'][number]): Tag {
  return tagOf({ ...tag, attributes: tag });
}

import { byteOrderMark, csvText } from '@stationery/core';
import { type StatisticsLine, unknownTagId } from '../store/statistics-table.ts';

export const csvHead = `${byteOrderMark}date,hour,tag,serial,name,taps,listened_seconds\r\n`;

export function csvLine({ date, hour, tagId, serial, name, taps, listenedMs }: StatisticsLine): string {
  const tag = tagId === unknownTagId ? '' : tagId;
  return `${[date, hour ?? '', tag, serial ?? '', csvText(name ?? ''), taps, Math.round(listenedMs / 1000)].join(',')}\r\n`;
}

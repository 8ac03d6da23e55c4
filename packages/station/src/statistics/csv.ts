import { type StatisticsLine, unknownTagId } from '../store/statistics-table.ts';

/** Excel takes a table without this mark for one in the alphabet of the computer. */
const byteOrderMark = '\uFEFF';

export const csvHead = `${byteOrderMark}date,hour,tag,serial,name,taps,listened_seconds\r\n`;

/** A line as in RFC 4180. */
export function csvLine({ date, hour, tagId, serial, name, taps, listenedMs }: StatisticsLine): string {
  const tag = tagId === unknownTagId ? '' : tagId;
  return `${[date, hour ?? '', tag, serial ?? '', text(name ?? ''), taps, Math.round(listenedMs / 1000)].join(',')}\r\n`;
}

/** A name that looks like a formula must not become one in a spreadsheet. */
function text(name: string): string {
  const harmless = /^[=+\-@\t]/.test(name) ? `'${name}` : name;
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

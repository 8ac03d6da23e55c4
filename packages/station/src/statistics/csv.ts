import { type StatisticsLine, unknownTagId } from '../store/statistics-table.ts';

/** Without this mark Excel reads the file in the local character set. */
const byteOrderMark = '\uFEFF';

export const csvHead = `${byteOrderMark}date,hour,tag,serial,name,taps,listened_seconds\r\n`;

/** Formats a line as in RFC 4180. */
export function csvLine({ date, hour, tagId, serial, name, taps, listenedMs }: StatisticsLine): string {
  const tag = tagId === unknownTagId ? '' : tagId;
  return `${[date, hour ?? '', tag, serial ?? '', text(name ?? ''), taps, Math.round(listenedMs / 1000)].join(',')}\r\n`;
}

/** Escapes names that a spreadsheet would run as a formula. */
function text(name: string): string {
  const harmless = /^[=+\-@\t]/.test(name) ? `'${name}` : name;
  return /[",\r\n;]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

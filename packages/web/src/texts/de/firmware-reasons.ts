import type { FirmwareReason } from '@stationery/client';
import { number } from '../format.ts';

const lastLine = (output: string): string => (output === '' ? '.' : `: ${output}`);

/** The type requires a text for each code. */
const texts: {
  [C in FirmwareReason['code']]: string | ((data: Extract<FirmwareReason, { code: C }>) => string);
} = {
  'bundle-incomplete': 'Die Datei ist unvollständig. Senden Sie sie noch einmal.',
  'bundle-too-long': 'Die Datei enthält mehr, als ihr Manifest angibt.',
  'payload-changed': 'Der Inhalt der Datei ist nicht der, den ihr Manifest beschreibt.',
  'not-enough-space': ({ neededBytes, freeBytes }) =>
    `Nicht genug Speicherplatz: ${number(neededBytes)} Bytes sind nötig und ${number(freeBytes)} sind frei.`,
  'archive-unusable': ({ message }) => `Das Archiv in der Datei lässt sich nicht verwenden: ${message}.`,
  'archive-differs': 'Das Archiv in der Datei enthält nicht, was ihr Manifest angibt.',
  'archive-damaged': 'Das Archiv in der Datei ist beschädigt.',
  'archive-incomplete': 'Das Archiv in der Datei ist unvollständig.',
  'files-differ': 'Der Inhalt des Archivs ist nicht der, den sein Manifest beschreibt.',
  'program-missing': 'In der Datei fehlt das Programm, das ihr Manifest nennt.',
  'version-differs': ({ version, found }) =>
    `Die Station in der Datei hat die Version ${found}, nicht ${version} wie im Manifest.`,
  'disk-full': 'Auf dem Datenträger ist kein Platz dafür.',
  'disk-read-only': 'Der Datenträger ist schreibgeschützt.',
  'disk-not-allowed': 'Die Station darf dort nicht schreiben.',
  'unexpected-error': 'Ein unerwarteter Fehler ist aufgetreten; Näheres steht im Protokoll.',
  'version-incomplete': ({ version }) => `Die Version ${version} ist unvollständig.`,
  'version-damaged': ({ version, damage }) => `Die Version ${version} ist beschädigt: ${damage}.`,
  'version-unproven': ({ version, tries }) =>
    `Die Version ${version} wurde ${number(tries)}-mal gestartet und wurde nie betriebsbereit.`,
  'version-late': ({ version, timeoutMs, output }) =>
    `Die Version ${version} war nicht innerhalb von ${number(timeoutMs / 1000)} s betriebsbereit${lastLine(output)}`,
  'version-mismatch': ({ version, found, output }) =>
    `Die Version ${version} gibt sich als Version ${found} aus${lastLine(output)}`,
  'version-not-started': ({ version, message, output }) =>
    `Die Version ${version} ließ sich nicht starten (${message})${lastLine(output)}`,
  'version-exited': ({ version, status, output }) =>
    `Die Version ${version} endete mit dem Status ${status}, bevor sie betriebsbereit war${lastLine(output)}`,
  'version-killed': ({ version, signal, output }) =>
    `Die Version ${version} wurde durch ${signal} beendet, bevor sie betriebsbereit war${lastLine(output)}`,
  'slot-incomplete': ({ slot }) => `Die Version im Speicherplatz ${slot} ist unvollständig.`,
  'slot-damaged': ({ slot, damage }) => `Die Version im Speicherplatz ${slot} ist beschädigt: ${damage}.`,
  'slot-failed': ({ slot }) => `Die Version im Speicherplatz ${slot} ist gescheitert.`,
  'state-damaged': 'Die Datei, die die aktive Version angibt, war beschädigt.',
};

/**
 * Returns why the last update failed or was rolled back; undefined for a code that only a newer station
 * knows.
 */
export function firmwareReasonGerman(cause: FirmwareReason): string | undefined {
  if (!Object.hasOwn(texts, cause.code)) return undefined;
  const text = texts[cause.code] as string | ((data: FirmwareReason) => string);
  return typeof text === 'string' ? text : text(cause);
}

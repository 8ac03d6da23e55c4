import { type TUnsafe, Type } from 'typebox';
import { describing, plain, type ReasonOf, reasonSchema, row } from '../reason-table.ts';
import { rollbackTexts } from './rollback-texts.ts';

const text = Type.String();
const integer = Type.Integer();
const version = { version: text };
const output = Type.String({ description: 'The last line that it wrote, or empty' });
const run = { ...version, output };
const slot = Type.String({ description: 'Where the version was installed' });
const damage = Type.String({ description: 'The difference, in English' });

const failures = {
  'bundle-incomplete': plain('The bundle is incomplete. Send it again.'),
  'bundle-too-long': plain('The bundle has more content than its manifest says.'),
  'payload-changed': plain('The payload is not the one that the manifest describes.'),
  'not-enough-space': row(
    { neededBytes: integer, freeBytes: integer },
    ({ neededBytes, freeBytes }) =>
      `Not enough space: ${neededBytes} bytes are needed and ${freeBytes} are free.`,
  ),
  'archive-unusable': row(
    { message: Type.String({ description: 'The fault, in English' }) },
    ({ message }) => `The archive in the bundle cannot be used: ${message}.`,
  ),
  'archive-differs': plain('The archive in the bundle does not hold what its manifest says.'),
  'archive-damaged': plain('The archive in the bundle is damaged.'),
  'archive-incomplete': plain('The archive in the bundle is incomplete.'),
  'files-differ': plain('The files in the bundle are not those that its manifest describes.'),
  'program-missing': plain('The bundle lacks the program that its manifest names.'),
  'version-differs': row(
    { ...version, found: text },
    ({ version, found }) =>
      `The station in the bundle is of version ${found}, not ${version} as its manifest says.`,
  ),
  'disk-full': plain('The disk has no room for the update.'),
  'disk-read-only': plain('The disk for updates is write-protected.'),
  'disk-not-allowed': plain('The station has no permission to write there.'),
  'unexpected-error': plain('Something unexpected happened. See the log.'),
};

const rollbacks = {
  'version-incomplete': row(version, rollbackTexts['version-incomplete']),
  'version-damaged': row({ ...version, damage }, rollbackTexts['version-damaged']),
  'version-unproven': row({ ...version, tries: integer }, rollbackTexts['version-unproven']),
  'version-late': row({ ...run, timeoutMs: integer }, rollbackTexts['version-late']),
  'version-mismatch': row({ ...run, found: text }, rollbackTexts['version-mismatch']),
  'version-not-started': row({ ...run, message: text }, rollbackTexts['version-not-started']),
  'version-exited': row({ ...run, status: integer }, rollbackTexts['version-exited']),
  'version-killed': row({ ...run, signal: text }, rollbackTexts['version-killed']),
  'slot-incomplete': row({ slot }, rollbackTexts['slot-incomplete']),
  'slot-damaged': row({ slot, damage }, rollbackTexts['slot-damaged']),
  'slot-failed': row({ slot }, rollbackTexts['slot-failed']),
  'state-damaged': row({}, rollbackTexts['state-damaged']),
};

/** Programs compare the codes, so they never change. */
export const firmwareReasons = { ...failures, ...rollbacks };

export type FirmwareFailure = ReasonOf<typeof failures>;
export type FirmwareReason = ReasonOf<typeof firmwareReasons>;

export const FirmwareReason: TUnsafe<FirmwareReason> = reasonSchema(
  firmwareReasons,
  'FirmwareReason',
  'Why the last update failed or was rolled back',
);

export const describeFirmwareReason: (reason: FirmwareReason) => string = describing(firmwareReasons);

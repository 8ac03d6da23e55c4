import type { JobReason } from '@stationery/client';
import type { FleetReason } from '@stationery/client/board';
import { decimal, form, number, plural } from '../format.ts';
import { jobReasonGerman } from './plotter/reasons.ts';
import { refusalsGerman } from './refusals.ts';

type OwnReason = Exclude<FleetReason, { code: JobReason['code'] }>;
type Why = Extract<FleetReason, { code: 'plotter-refused' }>['because'];

const join =
  'Fordern Sie mit „stationery fleet enroll“ an der Übersicht einen Code an und verwenden Sie ihn hier mit „stationery fleet join';
const publishAgain = 'Veröffentlichen Sie sie noch einmal.';

const update = (isDevice: boolean) => `Aktualisieren Sie ${isDevice ? 'das Gerät' : 'die Übersicht'}.`;
const size = (bytes: number) =>
  bytes < 1e9 ? `${number(Math.round(bytes / 1e6))} MB` : `${decimal(bytes / 1e9, 1)} GB`;
const list = (names: readonly string[]) => names.map((name) => `„${name}“`).join(', ');

/** The type requires a text for each code. */
const texts: {
  [C in OwnReason['code']]: string | ((data: Extract<OwnReason, { code: C }>) => string);
} = {
  'taken-out': 'Aus der Warteschlange genommen.',
  'has-fleet-job': 'Hat einen Auftrag der Flotte.',
  'has-own-jobs': 'Hat eigene Aufträge.',
  'still-has-job': 'Der Plotter hat diesen Auftrag noch.',
  'plotter-unidentified':
    'Welcher Plotter ist das? Wählen Sie ihn auf seiner Seite aus oder mit „stationery plot setup“.',
  'needs-sheet': 'Braucht ein neues Blatt Papier.',
  'other-protocol': ({ board, device }) =>
    `Die Übersicht hat Version ${board} des Protokolls, das Gerät Version ${device}. ${update(device < board)}`,
  'cancelled-on-board': 'In der Übersicht abgebrochen.',
  'cancelled-unbegun': 'Der Auftrag wurde abgebrochen, bevor er begann.',
  'removed-at-plotter': 'Der Auftrag wurde am Plotter entfernt.',
  'plotter-data-lost': 'Der Plotter hat seine Daten verloren. Prüfen Sie, ob der Auftrag gezeichnet wurde.',
  'drawing-missing': 'Die Zeichnung ist nicht mehr in der Flotte.',
  'drawing-damaged': 'Die Zeichnung wurde bei der Übertragung beschädigt.',
  'unknown-member': ({ device }) => `In der Flotte gibt es kein Gerät „${device}“.`,
  'no-plotters': 'In der Flotte gibt es keine Plotter.',
  'no-such-plotter': ({ device }) => `In der Flotte gibt es keinen Plotter „${device}“.`,
  'plotter-other-protocol': ({ name, board, protocol }) =>
    `„${name}“ hat Version ${protocol} des Protokolls, die Übersicht Version ${board}. ${update(protocol < board)}`,
  'other-paper': ({ name, paper, wanted }) =>
    `„${name}“ hat ${paper === null ? 'kein Papier' : `Papier ${paper.toUpperCase()}`}, nicht ${wanted.toUpperCase()}.`,
  'pen-missing': ({ name, pen }) => `„${name}“ hat keinen Stift „${pen}“.`,
  'tag-missing': ({ name, tag }) => `„${name}“ hat kein Etikett „${tag}“.`,
  'more-plotters': ({ count }) => `Auch ${plural(count, { one: 'weiterer', other: 'weitere' })} nicht.`,
  'drawing-refused': ({ error, message }) => byErrorCode(error) ?? message,
  'collection-refused': ({ error, message }) => byErrorCode(error) ?? message,
  'nats-unreachable': ({ address }) => `Der NATS-Server unter ${address} ist nicht erreichbar. Läuft er?`,
  'nats-restarting': 'Der NATS-Server hat sich beendet und wird neu gestartet.',
  'nats-not-started': ({ message }) => `Der NATS-Server startet nicht: ${message}.`,
  'nats-not-listening': ({ port, message }) =>
    `Der NATS-Server nimmt an Port ${port} keine Verbindungen an: ${message}.`,
  'nats-disk-full': ({ folder, neededBytes, freeBytes }) =>
    `Der Datenträger des NATS-Servers (${folder}) ist voll: ${size(freeBytes)} sind frei, ${size(neededBytes)} sind nötig. Der Server startet, sobald Platz ist.`,
  'nats-storing-refused': ({ message }) => `Der NATS-Server speichert nichts: ${message}.`,
  'nats-storing-failed': ({ message }) =>
    `Der NATS-Server ist verbunden, speichert aber keine Nachrichten (${message}). Vielleicht ist oder war sein Datenträger voll. Schaffen Sie Platz und starten Sie ihn neu.`,
  'nats-failed': ({ message }) => `Der NATS-Server der Flotte meldet einen Fehler: ${message}.`,
  'nats-silent': ({ message }) => `Der NATS-Server der Flotte antwortet nicht (${message}). Läuft er?`,
  'nats-no-room':
    'Der NATS-Server hat keinen Platz für die Sammlung und hat nichts davon gespeichert. Schaffen Sie Platz auf seinem Datenträger oder erhöhen Sie „max_file_store“ in seiner Konfiguration; veröffentlichen Sie die Sammlung dann noch einmal.',
  'credentials-missing': `Der NATS-Server verlangt Zugangsdaten. ${join}“.`,
  'credentials-refused': ({ device }) =>
    `Der NATS-Server lehnt die Zugangsdaten von „${device}“ ab: Sie wurden widerrufen oder gehören zu einer anderen Flotte. ${join} --replace“.`,
  'board-credentials-refused':
    'Der NATS-Server lehnt die Zugangsdaten der Übersicht ab. Lassen Sie ihn die Datei aus BOARD_NATS_ACCOUNTS neu einlesen.',
  'certificate-unknown': `Das Zertifikat des NATS-Servers ist hier nicht bekannt. ${join}“.`,
  'certificate-changed': `Das ist nicht der NATS-Server der Flotte, der dieses Gerät beigetreten ist: Er hat ein anderes Zertifikat. ${join} --replace“.`,
  'board-no-room': ({ neededBytes, freeBytes }) =>
    `Der Datenträger der Übersicht hat keinen Platz für die Sammlung: ${size(neededBytes)} sind nötig, ${size(freeBytes)} sind frei. Schaffen Sie Platz; veröffentlichen Sie sie dann noch einmal.`,
  'collection-not-switched':
    'Die Station konnte nicht zur neuen Version ihrer Sammlung wechseln. Näheres steht im Protokoll der Station. Sie versucht es von selbst noch einmal.',
  'content-missing': `Eine Datei der Sammlung fehlt in der Flotte. ${publishAgain}`,
  'content-damaged': `Eine Datei der Sammlung ist in der Flotte beschädigt. ${publishAgain}`,
  'not-published': ({ collection }) => `Von der Sammlung „${collection}“ ist nichts veröffentlicht.`,
  'not-rolled-out': ({ collection }) => `Von der Sammlung „${collection}“ wurde nichts verteilt.`,
  'version-missing': ({ collection, version }) =>
    `Die Sammlung „${collection}“ hat keine Version ${number(version)}.`,
  'version-newest': 'Die neueste Version einer Sammlung lässt sich nicht löschen.',
  'version-in-use': ({ version }) =>
    `Stationen haben Version ${number(version)} oder sollen sie bekommen. Verteilen Sie zuerst eine andere.`,
  'version-too-large': ({ version, stations }) =>
    `Version ${number(version)} ist größer als die Karten von ${list(stations.map(({ name }) => name))}.`,
  'collection-protocol':
    'Die Sammlung stammt von einer neueren Version der Flotte. Aktualisieren Sie dieses Gerät.',
  'not-following': ({ collection, device }) =>
    `Keine Station „${device}“ folgt der Sammlung „${collection}“.`,
  'publishing-busy': 'Es werden gerade zu viele Versionen veröffentlicht. Versuchen Sie es noch einmal.',
  'codes-open': ({ count }) =>
    `${number(count)} Codes sind offen. Verwenden Sie sie, oder warten Sie, bis sie ablaufen.`,
  'collection-damaged':
    'Die Sammlung ist beschädigt. Nichts wurde geändert. Exportieren Sie sie noch einmal.',
  'collection-newer':
    'Die Sammlung stammt von einer neueren Version. Nichts wurde geändert. Aktualisieren Sie zuerst die Station.',
  'collection-other-device':
    'Das ist die Sicherung eines Plotters, nicht die einer Station. Nichts wurde geändert. Stellen Sie sie auf der Seite des Plotters wieder her.',
  'collection-conflict': ({ count, filenames }) =>
    `Auf der Karte ${form(count, { one: 'ist', other: 'sind' })} ${plural(count, { one: 'Datei', other: 'Dateien' })} mit gleichem Namen und anderem Inhalt: ${list(filenames)}. Nichts wurde geändert. Benennen Sie sie an der Station um, oder löschen Sie sie dort.`,
  'collection-too-many': ({ count, most }) =>
    `Mit dieser Sammlung hätten alle NFC-Tags zusammen ${number(count)} Dateien; möglich sind ${number(most)}. Nichts wurde geändert. Entfernen Sie Dateien von NFC-Tags der Station.`,
  'card-full': ({ neededBytes, freeBytes }) =>
    `Die Karte hat keinen Platz für die Sammlung: ${size(neededBytes)} sind nötig, ${size(freeBytes)} sind frei.`,
  'file-too-large': ({ filename }) => `Die Karte kann „${filename}“ nicht aufnehmen: Die Datei ist zu groß.`,
  'plotter-refused': ({ name, because }) => `„${name}“ hat ihn abgelehnt: ${sentence(because)}`,
  'stage-incomplete': ({ version, stations }) =>
    `Version ${number(version)} ist noch nicht auf allen Stationen dieser Stufe: ${stations.map(({ name, because }) => (because === null ? `„${name}“` : `„${name}“ (${sentence(because)})`)).join(', ')}. Warten Sie, bis sie sie haben, oder erzwingen Sie die Verteilung.`,
};

const byErrorCode = (code: string): string | undefined =>
  Object.hasOwn(refusalsGerman, code) ? refusalsGerman[code as keyof typeof refusalsGerman] : undefined;

const sentence = ({ reason, cause }: Why): string => (cause && fleetReasonGerman(cause)) ?? reason;

/** Returns undefined for a code that only a newer device or board knows. */
export function fleetReasonGerman(cause: FleetReason): string | undefined {
  if (!Object.hasOwn(texts, cause.code)) return jobReasonGerman(cause as JobReason);
  const text = texts[cause.code as OwnReason['code']] as string | ((data: FleetReason) => string);
  return typeof text === 'string' ? text : text(cause);
}

import type { CollectionsTexts } from '../../en/board/collections.ts';
import { form, number, plural } from '../../format.ts';

const files = (count: number) => plural(count, { one: 'Datei', other: 'Dateien' });
const tags = (count: number) => plural(count, { one: 'NFC-Tag', other: 'NFC-Tags' });

export const collectionsGerman: CollectionsTexts = {
  title: 'Sammlungen',
  emptyTitle: 'Noch keine Sammlungen',
  empty:
    'Speichern Sie eine Station, die so ist, wie alle sein sollen, in einer Datei, und veröffentlichen Sie diese hier:',
  emptyForViewers: 'Wer das Board bedienen darf, kann eine veröffentlichen.',
  publishOne: 'Sammlung veröffentlichen',
  publishFile: (file, size) => `${file} (${size}) veröffentlichen`,
  name: 'Sammlung',
  newCollection: 'Eine neue Sammlung. Stationen folgen ihr unter diesem Namen.',
  nextVersion: (version, name) =>
    `Sie wird Version ${number(version)} von ${name}. Keine Station bekommt sie, bevor Sie sie verteilen.`,
  wrongName: 'Verwenden Sie bis zu 40 Kleinbuchstaben, Ziffern und Bindestriche.',
  noArchive: (file) =>
    `„${file}“ ist keine Sammlung. Wählen Sie eine Datei, die „stationery collection export“ erzeugt hat.`,
  publish: 'Veröffentlichen',
  publishing: (name) => `${name} wird veröffentlicht`,
  uploading: (percent) => `Wird hochgeladen, ${percent}`,
  storing: 'Wird geprüft und gespeichert …',
  publishedNow: (version, name) =>
    `Version ${number(version)} von ${name} ist veröffentlicht. Verteilen Sie sie, wenn Sie so weit sind.`,
  facts: (version, fileCount, bytes, tagCount) =>
    `Neueste Version ${number(version)}: ${files(fileCount)}, ${bytes}, ${tags(tagCount)}`,
  published: (when) => `veröffentlicht ${when}`,
  states: { none: 'Nicht verteilt', running: 'Wird verteilt', complete: 'Vollständig', stopped: 'Gestoppt' },
  stages: { one: 'Eine Station', tenth: 'Ein Zehntel der Stationen', all: 'Alle Stationen' },
  rolledOut: (version, stage) => `Version ${number(version)} · ${stage}`,
  carry: (count, of) => `${number(count)} von ${plural(of, { one: 'Station', other: 'Stationen' })}`,
  progress: (name) => `Verteilung von ${name}`,
  noFollowers: 'Keine Station folgt ihr. Setzen Sie FLEET_COLLECTION an den Stationen auf:',
  followers: (count) =>
    form(count, { one: '1 Station folgt ihr', other: `${number(count)} Stationen folgen ihr` }),
  notYet: (names) => `Noch nicht da: ${names}.`,
  more: (names, count) => `${names} und ${number(count)} weitere`,
  tooSmall: (names) => `Die neueste Version ist größer als die Karte von ${names}.`,
  version: 'Version',
  versionOption: (version, isNewest) =>
    isNewest ? `Version ${number(version)} (neueste)` : `Version ${number(version)}`,
  stage: 'Für',
  first: 'Erste Station',
  anyStation: 'Beliebige Station',
  anyway: 'Trotzdem verteilen',
  rollOut: 'Verteilen',
  goBack: 'Zurückgehen',
  stop: 'Stoppen',
  rolling: (version, name) => `Version ${number(version)} von ${name} wird verteilt.`,
  delete: 'Version löschen',
  deleteTitle: (version, name) => `Version ${number(version)} von ${name} löschen?`,
  deleteText:
    'Sie lässt sich dann nicht mehr verteilen. Dateien, die keine andere Version hat, werden auch gelöscht.',
  deleted: (version, name) => `Version ${number(version)} von ${name} ist gelöscht.`,
  inUseTitle: (version) => `Version ${number(version)} ist in Gebrauch`,
  inUse: 'Stationen haben sie oder sollen sie bekommen. Verteilen Sie zuerst eine andere Version.',
  stopped: (name) => `Die Verteilung von ${name} ist gestoppt. Jede Station behält, was sie hat.`,
};

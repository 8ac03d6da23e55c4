import { bundledTexts } from './catalogue.ts';
import { plural } from './format.ts';

const english = {
  save: 'Save everything',
  secrets: 'Access tokens and passphrases are not in it: keep them elsewhere.',
  saving: (percent: string) => `Saving: ${percent}`,
  saved: 'The browser has saved the file.',
  restore: 'Restore',
  which: 'Choose a file made with “Save everything”. Nothing is changed before you confirm.',
  choose: 'Choose file',
  from: (file: string) => `From ${file}:`,
  sending: (percent: string) => `Sending: ${percent}`,
  checking: 'Checking and restoring …',
  restored: 'Everything is restored.',
  notABackup: (file: string) => `${file} was not made with “Save everything”, or it is incomplete.`,
  newer: 'This file was made by a newer version. Update this device first.',
  station: {
    contents: (files: number, size: string, tags: number) =>
      `One file with ${plural(files, { one: 'file', other: 'files' })} (${size}), ${plural(tags, { one: 'tag', other: 'tags' })}, the player settings and the name of the station.`,
    found: (name: string, files: number, tags: number) =>
      `${name}: ${plural(files, { one: 'file', other: 'files' })}, ${plural(tags, { one: 'tag', other: 'tags' })}, player settings and name.`,
    replaced: (files: number, tags: number) =>
      `This replaces ${plural(files, { one: 'file of the same name', other: 'files of the same name' })}, ${plural(tags, { one: 'tag', other: 'tags' })}, the player settings and the name of this station. Everything else stays.`,
    other: 'This file is from a plotter. Restore it on the page of the plotter.',
  },
  plotter: {
    contents: 'One file with the machine profiles and the pens of this plotter. Jobs are not in it.',
    found: (machines: number, pens: number) =>
      `${plural(machines, { one: 'machine profile', other: 'machine profiles' })} and ${plural(pens, { one: 'pen', other: 'pens' })}.`,
    replaced: (machines: number, pens: number) =>
      `This replaces ${plural(machines, { one: 'machine profile', other: 'machine profiles' })} and ${plural(pens, { one: 'pen', other: 'pens' })} that are here now. Jobs, port and driver stay. The plotter does not move.`,
    other: 'This file is from a station. Restore it on the page of the station.',
  },
};

const german: typeof english = {
  save: 'Alles sichern',
  secrets: 'Zugangstokens und Passwörter sind nicht darin: Bewahren Sie sie an anderer Stelle auf.',
  saving: (percent) => `Sichern: ${percent}`,
  saved: 'Der Browser hat die Datei gespeichert.',
  restore: 'Wiederherstellen',
  which: 'Wählen Sie eine mit „Alles sichern“ erzeugte Datei. Geändert wird erst, wenn Sie es bestätigen.',
  choose: 'Datei wählen',
  from: (file) => `Aus ${file}:`,
  sending: (percent) => `Senden: ${percent}`,
  checking: 'Prüfen und wiederherstellen …',
  restored: 'Alles ist wiederhergestellt.',
  notABackup: (file) => `${file} wurde nicht von „Alles sichern“ erzeugt oder ist unvollständig.`,
  newer: 'Diese Datei stammt von einer neueren Version. Aktualisieren Sie zuerst dieses Gerät.',
  station: {
    contents: (files, size, tags) =>
      `Eine Datei mit ${plural(files, { one: 'Datei', other: 'Dateien' })} (${size}), ${plural(tags, { one: 'NFC-Tag', other: 'NFC-Tags' })}, den Einstellungen des Players und dem Namen der Station.`,
    found: (name, files, tags) =>
      `${name}: ${plural(files, { one: 'Datei', other: 'Dateien' })}, ${plural(tags, { one: 'NFC-Tag', other: 'NFC-Tags' })}, Einstellungen des Players und Name.`,
    replaced: (files, tags) =>
      `Ersetzt werden ${plural(files, { one: 'Datei gleichen Namens', other: 'Dateien gleichen Namens' })}, ${plural(tags, { one: 'NFC-Tag', other: 'NFC-Tags' })}, die Einstellungen des Players und der Name dieser Station. Alles andere bleibt.`,
    other: 'Diese Datei stammt von einem Plotter. Stellen Sie sie auf der Seite des Plotters wieder her.',
  },
  plotter: {
    contents:
      'Eine Datei mit den Maschinenprofilen und den Stiften dieses Plotters. Aufträge sind nicht darin.',
    found: (machines, pens) =>
      `${plural(machines, { one: 'Maschinenprofil', other: 'Maschinenprofile' })} und ${plural(pens, { one: 'Stift', other: 'Stifte' })}.`,
    replaced: (machines, pens) =>
      `Ersetzt werden ${plural(machines, { one: 'Maschinenprofil', other: 'Maschinenprofile' })} und ${plural(pens, { one: 'Stift', other: 'Stifte' })}, die jetzt hier sind. Aufträge, Port und Treiber bleiben. Der Plotter bewegt sich nicht.`,
    other: 'Diese Datei stammt von einer Station. Stellen Sie sie auf der Seite der Station wieder her.',
  },
};

export const backupTexts = bundledTexts({ en: english, de: german });

import type { EditTagTexts } from '../../en/station/edit-tag.ts';
import { form, plural } from '../../format.ts';

/** What the dialog of a tag says, in German. */
export const editTagGerman: EditTagTexts = {
  title: 'Tag bearbeiten',
  saved: (name) => `„${name}“ gespeichert.`,
  name: 'Name',
  namePlaceholder: 'Zum Beispiel: Der Löwe',
  colour: 'Farbe',
  colours: {
    none: 'Keine Farbe',
    red: 'Rot',
    orange: 'Orange',
    yellow: 'Gelb',
    green: 'Grün',
    teal: 'Petrol',
    blue: 'Blau',
    purple: 'Violett',
    pink: 'Rosa',
    other: 'Eigene Farbe',
  },
  meaning: 'Was beim Auflegen geschieht',
  kinds: { playlist: 'Dateien', action: 'Aktion', link: 'Webadresse', none: 'Nichts' },
  files: (count) => (count === 0 ? 'Dateien' : plural(count, { one: 'Datei', other: 'Dateien' })),
  noFiles: 'Fügen Sie eine oder mehrere Dateien hinzu. Sie werden in dieser Reihenfolge abgespielt.',
  up: (name) => `„${name}“ nach oben`,
  down: (name) => `„${name}“ nach unten`,
  remove: (name) => `„${name}“ entfernen`,
  moved: (name, position) => `„${name}“ ist Nummer ${position}.`,
  missing: 'nicht auf der Karte',
  shuffled: 'Zufällig: jedes Mal in anderer Reihenfolge',
  addFile: 'Datei hinzufügen',
  addPlaceholder: 'Nach Namen suchen',
  more: (count) =>
    form(count, {
      one: '1 weitere Datei. Suchen Sie danach.',
      other: `${count} weitere Dateien. Suchen Sie danach.`,
    }),
  action: 'Aktion',
  minutes: 'Minuten',
  url: 'Webadresse',
  urlHint: 'Die Kioskseite (/play) zeigt sie als QR-Code.',
  urlWrong: 'Geben Sie eine Adresse ein, die mit https:// oder http:// beginnt.',
  note: 'Notiz',
};

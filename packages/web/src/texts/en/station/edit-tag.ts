import { form, plural } from '../../format.ts';

/** What the dialog of a tag says, in English. */
export const editTagEnglish = {
  title: 'Edit tag',
  saved: (name: string) => `“${name}” saved.`,
  name: 'Name',
  namePlaceholder: 'For example: The lion',
  colour: 'Colour',
  colours: {
    none: 'No colour',
    red: 'Red',
    orange: 'Orange',
    yellow: 'Yellow',
    green: 'Green',
    teal: 'Teal',
    blue: 'Blue',
    purple: 'Purple',
    pink: 'Pink',
    other: 'Own colour',
  },
  picture: 'Picture',
  noPicture: 'No picture',
  pictureHint: 'Shown with the tag, and on the kiosk page (/play) while it plays.',
  noPictures: 'There are no pictures on the card yet. Add a JPEG or PNG file first.',
  meaning: 'What a tap does',
  kinds: { playlist: 'Files', action: 'Action', link: 'Web address', none: 'Nothing' },
  files: (count: number) => (count === 0 ? 'Files' : plural(count, { one: 'file', other: 'files' })),
  noFiles: 'Add one or more files. They play in this order.',
  up: (name: string) => `Move “${name}” up`,
  down: (name: string) => `Move “${name}” down`,
  remove: (name: string) => `Remove “${name}”`,
  moved: (name: string, position: number) => `“${name}” is number ${position}.`,
  missing: 'not on the card',
  shuffled: 'Shuffle: another order each time',
  addFile: 'Add a file',
  addPlaceholder: 'Search by name',
  more: (count: number) =>
    form(count, {
      one: '1 more file. Search to find it.',
      other: `${count} more files. Search to find them.`,
    }),
  action: 'Action',
  minutes: 'Minutes',
  url: 'Web address',
  urlHint: 'The kiosk page (/play) shows it as a QR code.',
  urlWrong: 'Enter an address that starts with https:// or http://.',
  note: 'Note',
};

export type EditTagTexts = typeof editTagEnglish;

import type { FirmwareReason, PlayerReason, ReaderReason, StationEvents } from '@stationery/client';
import { form, number, plural } from '../format.ts';

export type ReadOnlyCode = NonNullable<
  Extract<StationEvents['card'], { state: 'present' }>['read_only_code']
>;

type Imported = Extract<StationEvents['collection'], { state: 'imported' }>;
export type CollectionCode = Extract<StationEvents['collection'], { state: 'refused' }>['code'];

const files = (count: number) => plural(count, { one: 'file', other: 'files' });
const tags = (count: number) => plural(count, { one: 'tag', other: 'tags' });

const losing = (count: number) =>
  form(count, { one: '1 tag has no file now.', other: `${number(count)} tags have no file now.` });

/** What the station page says, in English. */
export const stationEnglish = {
  kind: 'Base station',
  loading: 'Loading …',
  kiosk: 'Screen for visitors',
  sections: 'Sections',
  name: {
    edit: 'Rename the station',
    label: 'Name of the station',
    saved: (name: string) => `The station is now called “${name}”.`,
    serial: 'Serial number',
  },
  card: {
    label: 'Space on the card',
    used: (used: string, size: string) => `${used} of ${size} used`,
    free: (free: string) => `${free} free`,
    missing: 'No card',
    missingNext: 'This page updates itself when there is one.',
    readOnly: 'The card is read-only',
    /** In English the station says it itself. */
    readOnlyWhy: (_code: ReadOnlyCode | undefined): string | undefined => undefined,
    labelFolder: 'Space on the disk of the card folder',
    folder: 'The card is a folder on this computer. The space shown is that of its whole disk.',
  },
  collection: {
    importing: (folder: string) => `Importing the collection “${folder}” from the card …`,
    imported: ({ folder, files: added, tags: set, kept }: Imported) =>
      `Collection “${folder}” imported: ${files(added)}, ${tags(set)}.${
        kept === 0 ? '' : ` ${tags(kept)} with other details kept.`
      }`,
    refused: (folder: string) => `The collection “${folder}” on the card was not imported.`,
    /** In English the station says it itself. */
    refusedWhy: (_code: CollectionCode): string | undefined => undefined,
  },
  files: {
    title: 'Files',
    count: files,
    add: 'Add files',
    dropNow: 'Drop to upload',
    emptyTitle: 'The card is empty',
    empty: 'Drop files anywhere on this page, or choose them. Music, pictures, anything you like.',
    search: 'Search files',
    searchPlaceholder: 'Search by name',
    nothingFound: (words: string) => `No file name contains “${words}”.`,
    found: (count: number, all: number) => `${number(count)} of ${files(all)} found`,
    sort: 'Sort by',
    order: { newest: 'Newest', name: 'Name', size: 'Size' },
    play: (name: string) => `Play “${name}”`,
    preview: (name: string) => `Preview “${name}”`,
    download: 'Download',
    more: (name: string) => `More actions for “${name}”`,
    bindTo: 'Choose a tag',
    rename: 'Rename',
    renameTitle: (name: string) => `Rename “${name}”`,
    renamed: (name: string) => `Renamed to “${name}”.`,
    remove: 'Delete',
    removed: (name: string, tagCount: number) =>
      tagCount === 0 ? `“${name}” deleted.` : `“${name}” deleted. ${losing(tagCount)}`,
    removeFailed: (name: string, why: string) => `“${name}” was not deleted. ${why}`,
    boundTo: tags,
    onReader: 'on the reader',
    selectMany: 'Select files',
    selectAll: 'Select all',
    selectionLabel: 'Selected files',
    select: (name: string) => `Select “${name}”`,
    selected: (count: number) => `${number(count)} selected`,
    bindAsPlaylist: 'Choose a tag',
    removedMany: (count: number, tagCount: number) =>
      tagCount === 0 ? `${files(count)} deleted.` : `${files(count)} deleted. ${losing(tagCount)}`,
    notPlayable: (ending: string) =>
      ending === '' ? 'This player can’t play it' : `This player can’t play .${ending}`,
  },
  uploads: {
    title: 'Uploads',
    progress: (name: string) => `Upload of “${name}”`,
    waiting: 'Queued',
    sending: (part: string, speed: string, left: string) => `${part} · ${speed} · ${left} left`,
    beginning: 'Starting …',
    finishing: 'Sent. The station is saving it …',
    keepsBreaking: 'The connection was lost several times. Move closer to the station, then try again.',
    noConnection: 'Interrupted. Starts again when the connection is back.',
    cancel: (name: string) => `Cancel the upload of “${name}”`,
    cancelled: (name: string) => `Upload of “${name}” cancelled.`,
    retry: (name: string) => `Upload “${name}” again`,
    dismiss: (name: string) => `Remove “${name}” from the list`,
    done: (count: number) => `${files(count)} uploaded.`,
    taken: 'A file with this name is already on the card.',
    tooLarge: (free: string) => `Not enough space: ${free} free. Delete something, then try again.`,
    tooLargeBeside: (free: string) =>
      `Not enough space: ${free} free, and the old file stays until the new one is complete. Delete something else, then try again.`,
    replace: 'Replace',
    rename: 'Choose another name',
    skip: 'Skip',
    renameTitle: 'Choose another name',
    renameText: (name: string) => `“${name}” is already on the card and stays as it is.`,
    renameLabel: 'New name',
    renameDo: 'Upload',
    folders: 'Folders can’t be uploaded. Open the folder and drop the files in it.',
  },
  preview: {
    empty: 'This file is empty.',
    cut: (shown: string) => `Showing the first ${shown}.`,
    failed: 'This file can’t be shown here. Download it and open it in another program.',
    loading: 'Loading …',
  },
  player: {
    title: 'Now playing',
    nothing: 'Nothing is playing. Put a tag on the reader that has a file.',
    paused: 'Paused',
    play: 'Play',
    pause: 'Pause',
    stop: 'Stop',
    next: 'Next file',
    volume: 'Volume',
    percent: (percent: number) => `${percent} %`,
    position: 'Position',
    place: (position: number, count: number) => `file ${number(position)} of ${number(count)}`,
    settings: 'Playback settings',
    sleep: 'Sleep timer',
    sleepIn: (minutes: number) => `${minutes} min`,
    sleeps: (minutes: number) => `Sleep timer: pauses in ${minutes} min`,
    sleepOff: 'Turn off',
    time: (at: string, all: string | undefined) => (all === undefined ? at : `${at} of ${all}`),
    /** In English the station says it itself. */
    reason: (_cause: PlayerReason): string | undefined => undefined,
  },
  tags: {
    title: 'Tags',
    count: tags,
    emptyTitle: 'No tags yet',
    empty: 'Add a tag, then choose a file for it. From then on, each tap on the reader plays that file.',
    add: 'Add a tag',
    model: { mifare: 'MIFARE', mifare_classic: 'MIFARE Classic' },
    nothing: 'No file',
    choose: 'Choose a file',
    change: 'Change file',
    unbind: 'Remove file',
    more: (serial: string) => `More actions for tag ${serial}`,
    onReader: 'On the reader',
    dropHere: 'Drop to choose this file',
    bound: (file: string) => `“${file}” chosen for the tag.`,
    unbound: 'File removed from tag.',
    boundPlaylist: (count: number) => `${files(count)} chosen for the tag.`,
    restored: 'Restored.',
    playlist: (first: string, more: number) => `${first} and ${number(more)} more`,
    actions: {
      volume_up: () => 'Volume up',
      volume_down: () => 'Volume down',
      next: () => 'Next file',
      previous: () => 'Previous file',
      pause: () => 'Pause or resume',
      stop: () => 'Stop',
      sleep: (minutes: number) => `Sleep timer, ${minutes} min`,
    } satisfies Record<string, (minutes: number) => string>,
    statistics: 'Statistics',
    edit: 'Edit tag',
    replace: 'Replace lost tag',
    replaced: (name: string) => `“${name}” has another tag now.`,
    forget: 'Forget tag',
    forgetTitle: (name: string) => `Forget “${name}”?`,
    forgetText: 'Its name, note and what it does are lost. The files stay on the card.',
    forgotten: (name: string) => `“${name}” forgotten.`,
    missing: (count: number) => `${files(count)} not on the card`,
    search: 'Search tags',
    sort: 'Sort by',
    order: { newest: 'Newest', name: 'Name', file: 'File' },
    found: (count: number, all: number) => `${number(count)} of ${tags(all)} found`,
    reader: {
      starting: 'The reader is starting …',
      ready: 'Reader ready. Hold a tag to it.',
      inUse: 'A tag lies on the reader.',
      failed: 'The reader does not work.',
      /** In English the station says it itself. */
      reason: (_cause: ReaderReason): string | undefined => undefined,
    },
    unknown: 'Unknown tag',
    unknownNext: 'Add it to choose a file for it.',
    random: 'This tag changes its number at every tap, as phones and bank cards do. It can’t be added.',
  },
  addTag: {
    title: 'Add a tag',
    hold: 'Hold the new tag to the reader',
    holdText: 'Hold it flat and still until it is recognised.',
    left: (seconds: number) => `${seconds} s left`,
    leftLabel: 'Time left',
    known: 'This tag is already added. Take it away and hold a new one to the reader.',
    done: 'Added',
    doneText: (count: number) =>
      form(count, { one: 'Now choose a file for this tag.', other: 'Now choose a file for each tag.' }),
    another: 'Add another',
    inARow: 'Add many in a row',
    addedSoFar: (count: number) => `${tags(count)} added, the last one:`,
    finish: 'Done',
    choose: 'Choose a file',
    later: 'Later',
    none: 'No new tag found',
    noneText: 'Hold the tag right on the reader, away from metal, and try again.',
    failed: 'The tag was not added',
  },
  fileChoice: {
    search: 'Search by name',
    found: (count: number, shown: number) =>
      count > shown
        ? `Showing ${number(shown)} of ${files(count)}. Search to find the others.`
        : files(count),
  },
  choose: {
    title: 'Choose a file for this tag',
    titleForFile: (name: string) => `Choose a tag for “${name}”`,
    titleForFiles: (count: number) => `Choose a tag for ${files(count)}`,
    tooMany: (most: number) => `A tag plays up to ${number(most)} files: the first of them are taken.`,
    titleReplace: (name: string) => `Which tag replaces “${name}”?`,
    replaceText:
      'Name, note and files move to it, and the lost tag is forgotten. Put the new tag on the reader, or choose it here.',
    noReplacement: 'There is no unused tag yet. Put the new one on the reader.',
    noFiles: 'There are no files on the card yet. Add one first.',
    noTags: 'There are no tags yet. Add one first.',
  },
  samples: {
    offer: 'Try it with sample sounds and tags',
    offerText: 'Adds three short sounds and a tag for each, to put on the simulated reader.',
    offerSounds: 'Add sample sounds',
    offerSoundsText: 'Adds three short sounds. Then add a tag and choose a sound for it.',
    adding: 'Adding the samples …',
    readyToTap: 'Ready. Press a sample tag to put it on the reader.',
    readyToBind: 'Sounds added. Now add a tag, choose a sound for it, and put it on the reader.',
    names: { bell: 'Bells', marimba: 'Marimba', bird: 'Birdsong' },
  },
  sampleTags: {
    title: 'Sample tags',
    text: 'The reader is simulated. Press a tag to put it on the reader, and again to take it away.',
    lay: (name: string) => `Put ${name} on the reader`,
    take: (name: string) => `Take ${name} off the reader`,
    names: { fox: 'Fox', owl: 'Owl', snail: 'Snail', whale: 'Whale', hare: 'Hare', phone: 'Phone' },
  },
  firmware: {
    title: 'Firmware',
    unsigned: 'This station installs unsigned firmware. Use this for development only.',
    none: 'To install updates here, start the station with “stationery launch”.',
    choose: 'Update …',
    progress: 'Upload of the firmware',
    sending: (part: string, speed: string) => `Sending, ${part} · ${speed}`,
    checking: 'Checking and installing …',
    installed: (version: string) => `${version} is installed. The station restarts now.`,
    trial: 'The new version is being tested. If it fails, the previous one is restored.',
    last: 'Last update',
    never: 'No updates yet.',
    committed: (version: string) => `${version} was installed.`,
    rolledBack: (version: string) => `${version} failed; the previous version was restored.`,
    failed: (version: string) => `${version} was not installed.`,
    anUpdate: 'An update',
    failedNow: 'The update was not installed',
    /** In English the station says it itself. */
    reason: (_cause: FirmwareReason): string | undefined => undefined,
  },
};

export type StationTexts = typeof stationEnglish;

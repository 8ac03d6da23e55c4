import type { FirmwareReason, PlayerReason, ReaderReason, StationEvents } from '@stationery/client';
import { form, number, plural } from '../format.ts';

export type ReadOnlyCode = NonNullable<
  Extract<StationEvents['card'], { state: 'present' }>['read_only_code']
>;

const files = (count: number) => plural(count, { one: 'file', other: 'files' });
const tags = (count: number) => plural(count, { one: 'tag', other: 'tags' });

const losing = (count: number) =>
  form(count, { one: '1 tag has no file now.', other: `${number(count)} tags have no file now.` });

/** What the station page says, in English. */
export const stationEnglish = {
  kind: 'Base station',
  loading: 'Loading …',
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
    remove: 'Delete',
    removed: (name: string, tagCount: number) =>
      tagCount === 0 ? `“${name}” deleted.` : `“${name}” deleted. ${losing(tagCount)}`,
    removeFailed: (name: string, why: string) => `“${name}” was not deleted. ${why}`,
    boundTo: tags,
    onReader: 'on the reader',
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
    reader: {
      starting: 'The reader is starting …',
      ready: 'Reader ready. Hold a tag to it.',
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
    choose: 'Choose a file',
    later: 'Later',
    none: 'No new tag found',
    noneText: 'Hold the tag right on the reader, away from metal, and try again.',
    failed: 'The tag was not added',
  },
  choose: {
    title: 'Choose a file for this tag',
    titleForFile: (name: string) => `Choose a tag for “${name}”`,
    noFiles: 'There are no files on the card yet. Add one first.',
    noTags: 'There are no tags yet. Add one first.',
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

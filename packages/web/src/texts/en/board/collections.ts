import { form, number, plural } from '../../format.ts';

const stations = (count: number) => plural(count, { one: 'station', other: 'stations' });
const files = (count: number) => plural(count, { one: 'file', other: 'files' });
const tags = (count: number) => plural(count, { one: 'tag', other: 'tags' });

export const collectionsEnglish = {
  title: 'Collections',
  emptyTitle: 'No collections yet',
  empty: 'Export a station that is set up the way you want, then publish the file here:',
  emptyForViewers: 'An operator can publish one.',
  publishOne: 'Publish a collection',
  publishFile: (file: string, size: string) => `Publish ${file} (${size})`,
  name: 'Collection',
  newCollection: 'A new collection. Stations follow it by this name.',
  nextVersion: (version: number, name: string) =>
    `It becomes version ${number(version)} of ${name}. No station gets it before you roll it out.`,
  wrongName: 'Use up to 40 lower-case letters, digits and hyphens.',
  noArchive: (file: string) =>
    `“${file}” is not a collection. Choose a file that “stationery collection export” has made.`,
  publish: 'Publish',
  publishing: (name: string) => `Publishing ${name}`,
  uploading: (percent: string) => `Uploading, ${percent}`,
  storing: 'Checking and storing …',
  publishedNow: (version: number, name: string) =>
    `Version ${number(version)} of ${name} is published. Roll it out when you are ready.`,
  facts: (version: number, fileCount: number, bytes: string, tagCount: number) =>
    `Newest version ${number(version)}: ${files(fileCount)}, ${bytes}, ${tags(tagCount)}`,
  published: (when: string) => `published ${when}`,
  states: { none: 'Not rolled out', running: 'Rolling out', complete: 'Complete', stopped: 'Stopped' },
  stages: { one: 'One station', tenth: 'A tenth of the stations', all: 'All stations' },
  rolledOut: (version: number, stage: string) => `Version ${number(version)} · ${stage}`,
  carry: (count: number, of: number) => `${number(count)} of ${stations(of)}`,
  progress: (name: string) => `Roll-out of ${name}`,
  noFollowers: 'No station follows it. Set FLEET_COLLECTION at the stations to:',
  followers: (count: number) =>
    form(count, { one: '1 station follows it', other: `${number(count)} stations follow it` }),
  notYet: (names: string) => `Not there yet: ${names}.`,
  more: (names: string, count: number) => `${names} and ${number(count)} more`,
  tooSmall: (names: string) => `The newest version is larger than the card of ${names}.`,
  version: 'Version',
  versionOption: (version: number, isNewest: boolean) =>
    isNewest ? `Version ${number(version)} (newest)` : `Version ${number(version)}`,
  stage: 'For',
  first: 'First station',
  anyStation: 'Any station',
  anyway: 'Roll out anyway',
  rollOut: 'Roll out',
  goBack: 'Go back',
  stop: 'Stop',
  rolling: (version: number, name: string) => `Version ${number(version)} of ${name} is being rolled out.`,
  delete: 'Delete version',
  deleteTitle: (version: number, name: string) => `Delete version ${number(version)} of ${name}?`,
  deleteText: 'It can no longer be rolled out. Files that no other version has are deleted too.',
  deleted: (version: number, name: string) => `Version ${number(version)} of ${name} is deleted.`,
  inUseTitle: (version: number) => `Version ${number(version)} is in use`,
  inUse: 'Stations carry it or are to get it. Roll out a different version first.',
  stopped: (name: string) => `The roll-out of ${name} is stopped. Every station keeps what it carries.`,
};

export type CollectionsTexts = typeof collectionsEnglish;

import {
  type PlayerSettings,
  PlayerSettingsChange,
  type TagDetails,
  TagDetailsChange,
  tagDetailNames,
} from '@stationery/contract';
import { archiveTypes } from '@stationery/contract/archive';
import { AppError, parseBoundedJson } from '@stationery/core';
import { bodyChecker, isMediaType } from '@stationery/http';
import { checkFilePath, nameKey } from '../card/file-name.ts';
import { checkDetails } from '../tags/check-details.ts';
import { damaged, refuse } from './collection-error.ts';

/** Version of the manifest. Older readers refuse a newer version, but ignore unknown members. */
const collectionVersion = 1;

export interface CollectedFile {
  entry: string;
  filename: string;
  size: number;
  sha256: string;
  mediaType?: string | undefined;
}

export type CollectedTag = Omit<TagDetails, 'missing'>;

export interface Manifest {
  type: typeof archiveTypes.station;
  version: number;
  nickname: string;
  files: CollectedFile[];
  tags: CollectedTag[];
  player: Partial<PlayerSettings>;
}

/** Makes a manifest. Leaves out references to files that the card lacks. */
export function makeManifest({
  nickname,
  files,
  tags,
  player,
}: {
  nickname: string;
  files: CollectedFile[];
  tags: readonly TagDetails[];
  player: PlayerSettings;
}): Manifest {
  const names = new Set(files.map(({ filename }) => filename));
  const folders = foldersOf(files);
  const there = (name: string | null) => (name !== null && names.has(name) ? name : null);
  return {
    type: archiveTypes.station,
    version: collectionVersion,
    nickname,
    files,
    tags: tags.map((details) => {
      const { serial, model, picture, exhibit, meaning } = details;
      const pictures = exhibit?.pictures?.filter((name) => names.has(name));
      const tag = {
        serial,
        model,
        ...membersOf(details),
        picture: there(picture),
        exhibit: exhibit && { ...exhibit, ...(pictures && { pictures }) },
      };
      if (meaning?.kind === 'album')
        return { ...tag, meaning: folders.has(nameKey(meaning.folder)) ? meaning : null };
      if (meaning?.kind !== 'playlist') return { ...tag, meaning };
      const files = meaning.files.filter((file) => names.has(file));
      return { ...tag, meaning: files.length === 0 ? null : { ...meaning, files } };
    }),
    player: { ...player, idle_file: there(player.idle_file) },
  };
}

/** Returns the folders of all files, including all parent folders. */
function foldersOf(files: readonly CollectedFile[]): Set<string> {
  const folders = new Set<string>();
  for (const { filename } of files)
    for (let end = filename.lastIndexOf('/'); end > 0; end = filename.lastIndexOf('/', end - 1))
      folders.add(nameKey(filename.slice(0, end)));
  return folders;
}

const checkChange = bodyChecker(TagDetailsChange);
const checkPlayer = bodyChecker(PlayerSettingsChange);

/** Parses a manifest. Rejects everything that the station would reject later, before anything changes. */
export function readManifest(text: string): Manifest {
  const { version, ...rest } = parse(text);
  if (typeof version !== 'number') return damaged('it has no version');
  if (version > collectionVersion)
    return refuse({ code: 'collection-newer', version, known: collectionVersion });
  if (!Array.isArray(rest.files) || !Array.isArray(rest.tags) || !isObject(rest.player))
    return damaged('its list of contents is incomplete');
  const files = rest.files.map(readFile);
  const names = new Set(files.map(({ filename }) => nameKey(filename)));
  if (names.size < files.length) return damaged('two files have the same name');
  if (new Set(files.map(({ entry }) => entry)).size < files.length)
    return damaged('two files are at the same place');
  const folders = foldersOf(files);
  const requireFile = (name: string | null | undefined) => {
    if (typeof name === 'string' && !names.has(nameKey(name)))
      damaged('a tag or setting names a file that is not in it');
  };
  const tags = rest.tags.map(readTag);
  if (new Set(tags.map(({ serial }) => serial)).size < tags.length) return damaged('a tag is in it twice');
  for (const { picture, exhibit, meaning } of tags) {
    for (const name of [picture, ...(exhibit?.pictures ?? [])]) requireFile(name);
    if (meaning?.kind === 'album' && !folders.has(nameKey(meaning.folder)))
      return damaged('a tag names a folder that is not in it');
    if (meaning?.kind !== 'playlist') continue;
    for (const name of meaning.files) requireFile(name);
    if (new Set(meaning.files.map(nameKey)).size < meaning.files.length)
      return damaged('a playlist has a file twice');
  }
  const player = known(rest.player, Object.keys(PlayerSettingsChange.properties));
  usable('the settings of the player', () => checkPlayer(player));
  requireFile(player.idle_file as string | null | undefined);
  const nickname = typeof rest.nickname === 'string' ? rest.nickname.slice(0, 200) : '';
  return { type: archiveTypes.station, version, nickname, files, tags, player };
}

function parse(text: string): Record<string, unknown> {
  let found: unknown;
  try {
    found = parseBoundedJson(text);
  } catch {
    return damaged('its list of contents is not JSON');
  }
  if (isObject(found) && found.type === archiveTypes.plotter)
    return refuse({ code: 'collection-other-device' });
  if (!isObject(found) || found.type !== archiveTypes.station) return damaged('it is not a collection');
  return found;
}

function readFile(found: unknown): CollectedFile {
  if (!isObject(found)) return damaged('its list of files is unreadable');
  const { entry, filename, size, sha256, mediaType } = found;
  let name = '';
  try {
    name = checkFilePath(String(filename).slice(0, 1_000), '');
  } catch {
    return damaged('a file has a name that no card can hold');
  }
  if (!/^files\/\d{6}$/.test(String(entry).slice(0, 20))) damaged(`“${name}” is at an unknown place`);
  if (!Number.isSafeInteger(size) || Number(size) < 0) damaged(`“${name}” has no size`);
  if (!/^[0-9a-f]{64}$/.test(String(sha256).slice(0, 70))) damaged(`“${name}” has no checksum`);
  const isType = mediaType === undefined || (typeof mediaType === 'string' && isMediaType(mediaType));
  if (!isType) damaged(`“${name}” has an unknown media type`);
  return { entry, filename: name, size, sha256, mediaType } as CollectedFile;
}

function readTag(found: unknown): CollectedTag {
  if (!isObject(found)) return damaged('its list of tags is unreadable');
  const { serial, model } = found;
  if (!/^0x(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})$/.test(String(serial).slice(0, 30)))
    return damaged('a tag has no serial');
  if (model !== 'mifare' && model !== 'mifare_classic') return damaged('a tag has an unknown model');
  const change = known(found, tagDetailNames);
  usable(`the tag ${serial}`, () => checkDetails(checkChange(change)));
  return { ...membersOf(change), serial: String(serial), model };
}

function membersOf(tag: TagDetailsChange): Pick<TagDetails, (typeof tagDetailNames)[number]> {
  const members = tagDetailNames.map((name) => [name, tag[name] ?? null]);
  return Object.fromEntries(members) as ReturnType<typeof membersOf>;
}

function usable(what: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    damaged(`${what} cannot be used (${error.message.slice(0, 300)})`);
  }
}

function known(found: Record<string, unknown>, members: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(found).filter(([member]) => members.includes(member)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

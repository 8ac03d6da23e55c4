import { join } from 'node:path';
import { dataSpec, storedJson, storedNumber, storedText, vitalJson } from '@stationery/core';
import { storedTopics } from '@stationery/mqtt';
import type { StoredButton } from './buttons/buttons.ts';
import type { CollectionRef, Switching } from './collection/carried/carried-store.ts';
import type { StoredOutput } from './player/player.ts';
import {
  defaultVolume,
  type StoredLimits,
  type StoredVolumes,
  type TapSettings,
} from './player/player-settings.ts';
import { newSetup, type StoredSetup } from './setup/stored-setup.ts';
import { storedNotes } from './store/file-change-notes.ts';
import { filesInUse, idleFileSetting } from './store/files-in-use.ts';
import { migrations } from './store/schema.ts';

const settings = {
  serial: storedText(undefined),
  nickname: storedText(undefined),
  setup: storedJson<StoredSetup>('object', newSetup),
  /** Card folders that have been a mount point. */
  'card.mounted': storedJson<string[]>('array', []),
  ...storedNotes,
  statistics: storedJson<boolean>('boolean', true),
  'player.settings': storedJson<Partial<TapSettings>>('object', {}),
  [idleFileSetting]: storedNumber(0),
  'player.volume': storedNumber(defaultVolume),
  'player.output': storedJson<{ chosen?: StoredOutput }>('object', {}),
  'player.output-volumes': storedJson<StoredVolumes>('array', []),
  'player.limits': storedJson<StoredLimits>('object', {}),
  /** Salt and hash of the PIN; empty without one. */
  'player.pin': storedText(''),
  'player.wrong-pins': storedNumber(0),
  buttons: storedJson<readonly StoredButton[]>('array', []),
  'collections.imported': storedJson<string[]>('array', []),
  'collection.carried': vitalJson<CollectionRef | undefined>('object', undefined),
  'collection.switching': vitalJson<Switching | undefined>('object', undefined),
  /** SHA-256 of the list of the backup that is being restored. */
  'backup.restoring': storedText(undefined),
  ...storedTopics,
};

export type StationSettings = typeof settings;

export const stationData = dataSpec({
  owner: 'station',
  migrations,
  settings,
  copied: [
    {
      table: 'settings',
      rows: "SELECT * FROM settings WHERE name NOT IN ('card.settling', 'card.renaming') ORDER BY name",
    },
    { table: 'files', rows: `SELECT * FROM files WHERE id IN (${filesInUse}) ORDER BY id` },
    { table: 'tags' },
    { table: 'tag_files' },
  ],
  others: [join('tls', 'self-signed.pem')],
  checks: [
    { table: 'files', bad: "modified_ns GLOB '*[^0-9-]*' OR modified_ns IN ('', '-')" },
    { table: 'tags', bad: "model NOT IN ('mifare', 'mifare_classic') OR serial NOT GLOB '0x*'" },
    ...['playback', 'plot', 'exhibit'].map((column) => ({
      table: 'tags',
      bad: `${column} IS NOT NULL AND coalesce(json_type(CASE WHEN json_valid(${column}) THEN ${column} END), '') <> 'object'`,
    })),
  ],
});

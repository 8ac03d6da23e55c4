import { join } from 'node:path';
import type { DataSpec } from '@stationery/core';
import { filesInUse } from './files-in-use.ts';
import { jsonSettings } from './json-settings.ts';
import { migrations } from './migrations.ts';

/** The database of a station. A copy is kept of its settings, its tags, and the files that belong to them. */
export const stationData: DataSpec = {
  owner: 'station',
  migrations,
  copied: [
    {
      table: 'settings',
      rows: "SELECT * FROM settings WHERE name NOT IN ('card.settling', 'card.renaming') ORDER BY name",
    },
    {
      table: 'files',
      rows: `SELECT * FROM files WHERE id IN (${filesInUse}) ORDER BY id`,
    },
    { table: 'tags' },
    { table: 'tag_files' },
  ],
  others: [join('tls', 'self-signed.pem')],
  checks: [
    { table: 'settings', bad: "name IN ('runs', 'copy') AND (value GLOB '*[^0-9]*' OR value = '')" },
    {
      table: 'settings',
      bad: `name IN ('${Object.values(jsonSettings).join("', '")}') AND value <> '' AND NOT json_valid(value)`,
    },
    { table: 'files', bad: "modified_ns GLOB '*[^0-9-]*' OR modified_ns IN ('', '-')" },
    { table: 'tags', bad: "model NOT IN ('mifare', 'mifare_classic') OR serial NOT GLOB '0x*'" },
  ],
};

import { because, type DriverName, driverNames } from '@stationery/contract';
import { dataSpec, storedJson, storedText, vitalJson } from '@stationery/core';
import { storedTopics } from '@stationery/mqtt';
import type { DriverChoiceDocument, PortDrivers } from './drivers/host/chosen-driver.ts';
import type { PortChoiceDocument } from './drivers/host/port-choice.ts';
import type { SettingKind } from './drivers/language/effect.ts';
import type { StoredOrigin } from './machine/origin-keeper.ts';
import type { StoredProfiles } from './machine/profile.ts';
import type { DrawnDistance, PalettePen } from './plan/pen-palette.ts';
import { commandsPerBlock, isWholeBlock } from './store/blocks-table.ts';
import { migrations } from './store/schema.ts';

const driverText = { ...storedText(undefined), damage: 'NOT json_valid(value)' };

const settings = {
  machines: vitalJson<StoredProfiles>('object', { nextId: 1, chosenId: null, profiles: [] }),
  origin: vitalJson<StoredOrigin | undefined>('object', undefined),
  port: vitalJson<PortChoiceDocument | undefined>('object', undefined),
  driver: vitalJson<DriverChoiceDocument | undefined>('object', undefined),
  recognised: vitalJson<PortDrivers>('object', {}),
  confirmed: vitalJson<PortDrivers>('object', {}),
  pens: vitalJson<readonly PalettePen[]>('array', []),
  'pens-drawn': storedJson<readonly DrawnDistance[]>('array', []),
  'left-settings': storedJson<readonly SettingKind[]>('array', []),
  'mqtt.id': storedText(undefined),
  ...storedTopics,
  ...(Object.fromEntries(driverNames.map((name) => [`driver.${name}`, driverText])) as Record<
    `driver.${DriverName}`,
    typeof driverText
  >),
};

export type PlotterSettings = typeof settings;

const jobsCopied = 1000;
const isOver = "json_extract(state, '$.state') IN ('done', 'failed', 'cancelled')";

const lost = because({ code: 'commands-damaged' });

/** The JSON copy omits the commands of jobs, because they are too large. */
export const plotterData = dataSpec({
  owner: 'plotter',
  migrations,
  settings,
  copied: [
    { table: 'settings' },
    {
      table: 'jobs',
      rows: `SELECT * FROM jobs WHERE state IS NOT NULL
        AND (id IN (SELECT id FROM jobs ORDER BY id DESC LIMIT ${jobsCopied}) OR NOT ${isOver}) ORDER BY id`,
    },
  ],
  checks: [
    {
      table: 'jobs',
      bad: `CASE WHEN state IS NULL THEN 0
        WHEN json_valid(state) AND json_valid(pauses) AND json_valid(pens) AND json_valid(marks) AND json_valid(coalesce(start_place, 'null'))
        THEN coalesce(json_type(state, '$.state'), '') <> 'text'
          OR json_type(pauses) <> 'array' OR json_type(pens) <> 'array' OR json_type(marks) <> 'array'
        ELSE 1 END`,
    },
  ],
  others: ['acknowledged'],
  afterRepair: `
    DELETE FROM job_results WHERE command NOT BETWEEN 0 AND (SELECT total - 1 FROM jobs WHERE id = job_id);
    UPDATE jobs SET state = json_object('state', 'cancelled', 'next', 0, 'reason', ${quoted(lost.reason)},
      'cause', json(${quoted(JSON.stringify(lost.cause))}))
    WHERE state IS NOT NULL AND NOT ${isOver}
      AND (coalesce(json_extract(state, '$.next'), 0) NOT BETWEEN 0 AND total
        OR (SELECT count(*) FROM job_blocks WHERE job_id = jobs.id AND ${isWholeBlock})
          < (total + ${commandsPerBlock - 1}) / ${commandsPerBlock});
  `,
});

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

import { because } from '@stationery/contract';
import type { DataSpec } from '@stationery/core';
import { badSettings } from '../setting-keys.ts';
import { commandsPerBlock, isWholeBlock } from './blocks-table.ts';
import { migrations } from './migrations.ts';

const jobsCopied = 1000;
const isOver = "json_extract(state, '$.state') IN ('done', 'failed', 'cancelled')";

const lost = because({ code: 'commands-damaged' });

/**
 * The database of the plotter service. A copy is kept of its settings (the machine, above all) and of the list of jobs: the
 * newest, and all that are not over. Their commands are too many to be written twice.
 */
export const plotterData: DataSpec = {
  owner: 'plotter',
  migrations,
  copied: [
    { table: 'settings' },
    {
      table: 'jobs',
      rows: `SELECT * FROM jobs WHERE state IS NOT NULL
        AND (id IN (SELECT id FROM jobs ORDER BY id DESC LIMIT ${jobsCopied}) OR NOT ${isOver}) ORDER BY id`,
    },
  ],
  checks: [
    ...badSettings.map((bad) => ({ table: 'settings', bad })),
    {
      table: 'jobs',
      bad: `CASE WHEN state IS NULL THEN 0
        WHEN json_valid(state) AND json_valid(pauses) AND json_valid(pens) AND json_valid(coalesce(start_place, 'null'))
        THEN coalesce(json_type(state, '$.state'), '') <> 'text'
          OR json_type(pauses) <> 'array' OR json_type(pens) <> 'array'
        ELSE 1 END`,
    },
  ],
  others: ['acknowledged'],
  // Rows of a copy from before an update lack what that update has added: a number in the queue, above all.
  afterRepair: `
    UPDATE jobs SET queue_order = id WHERE queue_order = 0;
    DELETE FROM job_results WHERE command NOT BETWEEN 0 AND (SELECT total - 1 FROM jobs WHERE id = job_id);
    UPDATE jobs SET state = json_object('state', 'cancelled', 'next', 0, 'reason', ${quoted(lost.reason)},
      'cause', json(${quoted(JSON.stringify(lost.cause))}))
    WHERE state IS NOT NULL AND NOT ${isOver}
      AND (coalesce(json_extract(state, '$.next'), 0) NOT BETWEEN 0 AND total
        OR (SELECT count(*) FROM job_blocks WHERE job_id = jobs.id AND ${isWholeBlock})
          < (total + ${commandsPerBlock - 1}) / ${commandsPerBlock});
  `,
};

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

// Records the services at work, then cuts the power at random points of the record and checks each.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Random } from '../../../packages/core/dist/testing/random.js';
import { checkCut } from './check.mjs';
import { record } from './record.mjs';
import { Shell } from './shell.mjs';
import { VolatileDisk } from './volatile-disk.mjs';

const bothStations = [
  { name: 'vfat', fileSystem: 'vfat' },
  { name: 'ext4', fileSystem: 'ext4' },
];

/** Number of cuts in each recording; a long run makes several recordings. */
const cutsEach = 250;
const changesEach = 100;

const lanes = 6;

const fileChanges = ['upload', 'replace', 'rename-file', 'remove'];

/** Makes recordings and cuts the power in them. Saves a recording with a violation in the folder `kept`. */
export async function cutPower({
  stations = bothStations,
  cuts,
  changes = changesEach,
  seed,
  kept,
  say,
  ...machine
}) {
  const shells = Array.from({ length: lanes }, () => new Shell());
  const rows = stations.map(({ fileSystem }) => ({ fileSystem, cuts: 0, acknowledged: 0, jobs: 0, lost: 0 }));
  const violations = [];
  try {
    for (let done = 0, round = 0; done < cuts; round++) {
      const began = performance.now();
      const recording = await record({ seed: seed + round, stations, changes, ...machine });
      if (recording.beganAt === undefined)
        throw new Error(`nothing was recorded; see ${recording.consoleLog}`);
      say(
        `Recorded ${recording.events.filter(({ event }) => event === 'done').length} acknowledged changes, ` +
          `${recording.endedAt - recording.beganAt} steps, in ${Math.round((performance.now() - began) / 1000)} s`,
      );
      const end = Math.min(cuts, done + cutsEach);
      const lane = async (shell) => {
        while (done < end) {
          const cutSeed = (seed + 7919 * ++done) >>> 0;
          const { violation, station, checked } = await oneCut({ shell, recording, cutSeed });
          const row = rows.find(({ fileSystem }) => fileSystem === station.fileSystem);
          row.cuts++;
          row.acknowledged += checked?.acknowledged ?? 0;
          row.jobs += checked?.jobs ?? 0;
          if (violation === undefined) continue;
          if (violations.length === 0) keep(recording, kept);
          row.lost++;
          violations.push(`${row.fileSystem}, cut ${cutSeed}: ${violation}`);
          say(`Violation. Replay with --replay ${cutSeed}\n${violations.at(-1)}`);
        }
      };
      // Check several cuts at once, because starting and stopping services is mostly waiting.
      await Promise.all(shells.map(lane));
    }
  } finally {
    for (const shell of shells) shell.close();
  }
  return { rows, violations };
}

export async function replayCut({ kept, cutSeed }) {
  const recording = restore(kept);
  const shell = new Shell();
  const { violation } = await oneCut({ shell, recording, cutSeed });
  shell.close();
  return violation;
}

/** Makes and checks one cut. The seed decides the file system, the moment, and the surviving writes. */
async function oneCut({ shell, recording, cutSeed }) {
  const random = new Random(cutSeed);
  const station = recording.stations[cutSeed % recording.stations.length];
  const at = momentOf(recording, station, random);
  try {
    return { station, checked: await checkCut({ shell, recording, station, at, random }) };
  } catch (error) {
    return { station, violation: error.message };
  }
}

/**
 * Returns when to cut. Half of the cuts come right after a file
 * change, because later writes could hide a missing flush.
 */
function momentOf({ beganAt, endedAt, events }, { name }, random) {
  const answers = events.filter(
    ({ event, station, operation, at }) =>
      event === 'done' && station === name && fileChanges.includes(operation.kind) && at >= beganAt,
  );
  const anywhere = beganAt + random.below(endedAt - beganAt);
  return random.next() < 0.5 ? (random.pick(answers)?.at ?? anywhere) : anywhere;
}

function keep({ disks, ...rest }, path) {
  const contents = [...disks].map(([name, { start, record }]) => ({ name, start, record }));
  mkdirSync(dirname(path), { recursive: true });
  rmSync(path, { force: true });
  writeFileSync(path, gzipSync(serialize({ contents, ...rest }), { level: 1 }));
}

function restore(path) {
  const { contents, ...recording } = deserialize(gunzipSync(readFileSync(path)));
  const disks = contents.map(({ name, start, record }) => [name, VolatileDisk.recorded(start, record)]);
  return { ...recording, disks: new Map(disks) };
}

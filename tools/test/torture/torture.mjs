import { parseArgs } from 'node:util';
import { printHead, printRow } from '../../lib/table.mjs';
import { faults, runRound, whyNot } from './rounds.mjs';

const help = `Usage: npm run torture -- [options]

Starts the built services as a user would, and kills them, fills their disks, pulls their
cards and cables, resets their board and sends them hostile requests, over and over. After
each fault everything that was acknowledged must still be there and nothing may have moved
by itself. Prints a table: faults, rounds, violations.

Options:
  --minutes <n>      how long (default: 10)
  --rounds <n>       instead: how many rounds of each fault
  --seed <n>         decides everything; printed at the start (default: another one each time)
  --only <text>      only faults whose name contains this, such as "plotter:" or "kill"
  --replay <round>   one round again, as printed with a violation
  --list             the names of the faults
  --help             this text

Examples:
  npm run torture -- --minutes 480
  npm run torture -- --only station:card --rounds 20
  npm run torture -- --replay station:card-full/123456
`;

/** Runs rounds until the time is over. Returns the exit code. */
export async function torture(args) {
  const options = readOptions(args);
  if (typeof options === 'string') {
    (options === help ? process.stdout : process.stderr).write(options);
    return options === help ? 0 : 2;
  }
  if (options.list) {
    for (const { id } of faults) console.log(id);
    return 0;
  }
  if (options.replay !== undefined) return replay(options.replay);
  return run(options);
}

function readOptions(args) {
  const string = /** @type {const} */ ({ type: 'string' });
  const flag = /** @type {const} */ ({ type: 'boolean' });
  try {
    const { values } = parseArgs({
      args,
      options: {
        minutes: string,
        rounds: string,
        seed: string,
        only: string,
        replay: string,
        list: flag,
        help: flag,
      },
    });
    if (values.help) return help;
    const number = (name, fallback) => {
      const value = Number(values[name] ?? fallback);
      if (!(value >= 0 && Number.isFinite(value))) throw new Error(`--${name} must be a number`);
      return value;
    };
    const chosen = faults.filter(({ id }) => id.includes(String(values.only ?? '')));
    if (chosen.length === 0) throw new Error(`no fault is called “${values.only}”; --list shows their names`);
    return {
      chosen,
      list: values.list,
      replay: values.replay,
      seed: Math.floor(number('seed', Math.floor(Math.random() * 2 ** 32))) >>> 0,
      minutes: number('minutes', 10),
      rounds: values.rounds === undefined ? Number.POSITIVE_INFINITY : number('rounds'),
    };
  } catch (error) {
    return `${error.message}\n\n${help}`;
  }
}

async function replay(name) {
  const [id, seed] = name.split('/');
  const fault = faults.find((candidate) => candidate.id === id);
  if (fault === undefined || !/^\d{1,10}$/.test(seed ?? '')) {
    console.error(`--replay takes what was printed with a violation, such as ${faults[0].id}/123456`);
    return 2;
  }
  const violation = await runRound({ fault, seed: Number(seed), stats: newStats() });
  console.log(violation === undefined ? `${name}: no violation` : `${name}: ${violation}`);
  return violation === undefined ? 0 : 1;
}

const newStats = () => ({ kills: 0, starts: 0, requests: 0, changes: 0, commands: 0 });

async function run({ chosen, seed, minutes, rounds }) {
  const began = performance.now();
  const endMs = rounds === Number.POSITIVE_INFINITY ? began + minutes * 60_000 : Number.POSITIVE_INFINITY;
  const stats = newStats();
  const rows = chosen.map((fault) => ({ fault, rounds: 0, violations: 0, skipped: whyNot(fault) }));
  const violations = [];
  console.log(`Seed ${seed}`);
  const progress = showProgress({ rows, violations, began, endMs, rounds });

  /** Run the rounds of both services in parallel, so that both work at once as on a real machine. */
  const lane = async (own) => {
    for (let turn = 0; turn < rounds; turn++) {
      for (const row of own) {
        if (performance.now() >= endMs) return;
        const roundSeed = mix(seed, row.fault.id, turn);
        const violation = await runRound({ fault: row.fault, seed: roundSeed, stats });
        row.rounds++;
        if (violation === undefined) continue;
        row.violations++;
        violations.push(`${row.fault.id}/${roundSeed}: ${violation}`);
        console.log(`\nViolation. Replay with --replay ${violations.at(-1)}`);
      }
    }
  };
  const runnable = rows.filter(({ skipped }) => skipped === undefined);
  await Promise.all(
    ['station', 'plotter'].map((service) => lane(runnable.filter(({ fault }) => fault.service === service))),
  );
  progress.end();
  printHead('service', 'fault', 'rounds', 'violations');
  for (const { fault, rounds, violations, skipped } of rows) {
    const counts = skipped === undefined ? [rounds, violations] : ['skipped', skipped];
    printRow(fault.service, fault.name, ...counts);
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${stats.kills} kills, ${stats.starts} starts, ${stats.requests} requests, ${stats.changes} changes acknowledged, ` +
      `${stats.commands} lines to the machine, in ${seconds} s, seed ${seed}`,
  );
  if (violations.length > 0) console.log(`The first violation: --replay ${violations[0]}`);
  else console.log('No violation.');
  return violations.length === 0 ? 0 : 1;
}

/** Derives the seed of a round by FNV-1a, so that a round does not depend on the rounds before it. */
function mix(seed, id, turn) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(`${seed}/${id}/${turn}`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Shows the progress, only on a terminal. */
function showProgress({ rows, violations, began, endMs, rounds }) {
  if (!process.stdout.isTTY) return { end() {} };
  const timer = setInterval(() => {
    const done = rows.reduce((sum, row) => sum + row.rounds, 0);
    const now = performance.now();
    const share = Number.isFinite(endMs)
      ? (now - began) / (endMs - began)
      : done / (rounds * rows.filter(({ skipped }) => skipped === undefined).length);
    const bar = '█'.repeat(Math.min(30, Math.floor(share * 30))).padEnd(30, '░');
    process.stdout.write(`\r${bar} ${done} rounds, ${violations.length} violations `);
  }, 500);
  return {
    end() {
      clearInterval(timer);
      process.stdout.write('\r\x1b[K');
    },
  };
}

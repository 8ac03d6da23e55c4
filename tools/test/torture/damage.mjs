import assert from 'node:assert/strict';
import { closeSync, openSync, readdirSync, statSync, truncateSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Program } from '../../lib/service.mjs';

/** Damages the database and repairs it as the service advises. */
export async function repairAfterDamage(round) {
  const { random, dataDir, service, env } = round;
  const name = readdirSync(dataDir).find((file) => file === `${service}.db`);
  assert.notEqual(name, undefined, `no database in ${readdirSync(dataDir)}`);
  damage(join(dataDir, name), random);
  const started = new Program([service], env);
  const outcome = await Promise.race([started.listening().catch(() => 'ended'), started.exit]);
  if (outcome === started) {
    // The damaged file was empty, so nothing can be missing.
    round.program = started;
    return;
  }
  const { code } = await started.exit;
  const lines = started.stderr.trim().split('\n');
  assert.notEqual(code, 0, 'a damaged database ended the start without an error');
  assert.equal(lines.length, 1, `more than one line about a damaged database: ${started.stderr}`);
  assert.match(lines[0], /doctor --repair/, 'the line does not say what to do');
  const doctor = new Program(['doctor', '--repair'], env);
  await doctor.exit;
  round.program = started;
  await round.start();
}

function damage(path, random) {
  const { size } = statSync(path);
  switch (random.pick(['cut', 'zeros', 'noise', 'empty'])) {
    case 'cut':
      return truncateSync(path, random.below(size));
    case 'empty':
      return truncateSync(path, 0);
    case 'zeros':
      return overwrite(path, random.below(size), Buffer.alloc(1 + random.below(size)));
    default:
      return overwrite(path, random.below(size), random.bytes(1 + random.below(4096)));
  }
}

function overwrite(path, from, bytes) {
  const file = openSync(path, 'r+');
  writeSync(file, bytes, 0, bytes.length, from);
  closeSync(file);
}

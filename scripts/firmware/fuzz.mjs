// node scripts/firmware/fuzz.mjs [lines] [seed]: sends random and mutated lines to the firmware, with address and
// undefined-behaviour sanitizers. Default: 10,000,000 lines.
import { spawnSync } from 'node:child_process';
import { buildHostFirmware } from './host.mjs';

const [lines = '10000000', seed = '1'] = process.argv.slice(2);
const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
const { status } = spawnSync(buildHostFirmware('fuzz'), [lines, seed], { stdio: 'inherit', env });
process.exitCode = status ?? 1;

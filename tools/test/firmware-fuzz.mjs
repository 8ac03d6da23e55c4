// node tools/test/firmware-fuzz.mjs [lines] [seed]: sends random and mutated lines to the firmware, with address and
// undefined-behaviour sanitizers. Default: 10,000,000 lines.
import { spawnSync } from 'node:child_process';
import { buildHostFirmware } from '../firmware/host.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 2 });
const [lines = '10000000', seed = '1'] = positionals;
readNumber(lines, 'the number of lines');
readNumber(seed, 'the seed', 0);
const env = { ...process.env, ASAN_OPTIONS: 'detect_leaks=0' };
const { status } = spawnSync(buildHostFirmware('fuzz'), [lines, seed], { stdio: 'inherit', env });
process.exitCode = status ?? 1;

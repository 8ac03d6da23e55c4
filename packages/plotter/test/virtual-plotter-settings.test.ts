import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { firmwareSettings } from '../src/drivers/firmware-model/firmware-settings.ts';
import { bootMs, startedRig } from './board-rig.ts';

const instant = { speedFactor: 0 };
const page = readFileSync(new URL('../../../docs/firmware-protocol.md', import.meta.url), 'utf8');

it('CONFIG lists every setting as a command', async () => {
  const { ask } = await startedRig(instant);
  const lines = await ask('CONFIG');
  expect(lines).toHaveLength(firmwareSettings.length + 1);
  expect(lines).toContain('CONFIG PEN SERVO');
  for (const line of lines.slice(0, -1)) expect(await ask(line)).toEqual(['OK CONFIG']);
  expect(await ask('CONFIG')).toEqual(lines);
});

it('settings take effect at the next start and survive it', async () => {
  const { ask, terminal, clock } = await startedRig(instant);
  for (const line of ['CONFIG MAX_SPEED 5000', 'CONFIG LIMIT_X_MAX 900', 'CONFIG PEN SOLENOID']) {
    expect(await ask(line)).toEqual(['OK CONFIG']);
  }
  expect(await ask('MOVE X1000 Y0')).toEqual(['OK MOVE']);
  await terminal.type('RESET\n');
  await clock.advance(bootMs);
  terminal.news();
  expect(await ask('SPEED 5001')).toEqual(['ERR RANGE 5001 is not 1 to 5000 steps/s']);
  expect(await ask('MOVE X901 Y0')).toEqual([expect.stringContaining('ERR LIMIT')]);
  expect(await ask('SERVO 30')).toEqual(['ERR UNKNOWN no servo is fitted']);
  expect(await ask('STATUS')).toContain('SPEED 5000');
  expect(await ask('CONFIG MAX_SPEED')).toEqual(['CONFIG MAX_SPEED 5000', 'OK CONFIG']);
  expect(await ask('CONFIG DEFAULTS')).toEqual(['OK CONFIG']);
  expect(await ask('CONFIG MAX_SPEED')).toEqual(['CONFIG MAX_SPEED 20000', 'OK CONFIG']);
});

it.each([
  ['CONFIG COLOUR 1', 'ERR UNKNOWN COLOUR is not a setting'],
  ['CONFIG PEN FEATHER', 'ERR ARGS write it as CONFIG PEN SERVO|SOLENOID|STEPPER'],
  ['CONFIG SPEED fast', 'ERR ARGS write it as CONFIG SPEED <integer>'],
  ['CONFIG SPEED 1 2', 'ERR ARGS write it as CONFIG [<setting> [<value>]]'],
  ['CONFIG SPEED 0', 'ERR RANGE 0 is not 1 to 100000'],
  ['CONFIG SPEED 1000000000', 'ERR RANGE 1000000000 is a number of more than 9 digits'],
  ['CONFIG PEN_UP_ANGLE 90', 'ERR RANGE 90 is not 0 to 89'],
  ['CONFIG PEN_DOWN_ANGLE 30', 'ERR RANGE 30 is not 31 to 180'],
])('%s is refused and changes nothing', async (line, answer) => {
  const { ask } = await startedRig(instant);
  const before = await ask('CONFIG');
  expect(await ask(line)).toEqual([answer]);
  expect(await ask('CONFIG')).toEqual(before);
});

it.each(firmwareSettings)('$name is documented', ({ name, words = [] }) => {
  const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
  expect(row).toBeDefined();
  for (const word of words) expect(row).toContain(`\`${word}\``);
});

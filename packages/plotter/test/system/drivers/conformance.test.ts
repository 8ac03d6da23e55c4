import { expect, it } from 'vitest';
import { familyList } from '../../../src/drivers/families.ts';
import { describeConformance } from '../../drivers/conformance.ts';
import { DriverBench } from '../../drivers/driver-bench.ts';
import { simulatedMachines } from '../../drivers/machines.ts';

describeConformance(simulatedMachines);

it('a GRBL machine that is silent when its port is opened is recognised when it first refuses a command', async () => {
  const [grbl] = familyList.filter(({ name }) => name === 'grbl');
  const first = await DriverBench.start(grbl!, { speedFactor: 0 });
  // The machine has power, and its banner was read by another program.
  await first.driver.disconnect();
  await first.driver.useDriver('auto');
  await first.driver.usePort({ ...first.port });
  first.driver.connect();
  await first.ready();
  expect([first.driver.name, first.driver.isRecognised]).toEqual(['stationery', false]);
  expect(await first.send('PENDOWN')).toMatchObject({ sent: 'PENDOWN', ok: true });
  expect([first.driver.name, first.driver.isRecognised]).toEqual(['grbl', true]);
  expect(first.machine.status().pen).toBe('down');
});

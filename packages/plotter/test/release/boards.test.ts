import { beforeAll } from 'vitest';
import { familyList } from '../../src/drivers/families.ts';
import { describeConformance } from '../drivers/conformance.ts';
import { describeFaults } from '../drivers/faults.ts';
import { describeJobs } from '../drivers/jobs.ts';
import { describeLossyJobs } from '../drivers/lossy-jobs.ts';
import type { TestMachine } from '../drivers/machines.ts';
import { buildFirmware, firmware } from '../support/firmware.ts';

/** The firmware of each board in its emulator. */
const machines: TestMachine[] = familyList.flatMap((kind) =>
  (firmware.run ? (kind.firmware?.boards ?? []) : []).map((board) => ({
    title: `${kind.name} with a ${board}`,
    kind,
    board,
  })),
);

beforeAll(() => (firmware.run ? buildFirmware() : undefined));

describeConformance(machines);
describeFaults(machines);
describeJobs(machines);
describeLossyJobs(machines);

import { beforeAll } from 'vitest';
import { familyList } from '../../src/drivers/families.ts';
import { describeConformance } from '../drivers/conformance.ts';
import { buildFirmware, firmware } from '../support/firmware.ts';

beforeAll(() => (firmware.run ? buildFirmware() : undefined));

describeConformance(
  familyList.flatMap((kind) =>
    (firmware.run ? (kind.firmware?.boards ?? []) : []).map((board) => ({
      title: `${kind.name} with a ${board}`,
      kind,
      board,
    })),
  ),
);

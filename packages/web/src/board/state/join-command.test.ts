import { expect, it } from 'vitest';
import { joinCommand } from './join-command.ts';

const code = 'AAAA-BBBB-CCCC';

it.each([
  ['https://board.local:3243', true, 'plotter', ' --ca certificate.pem'],
  ['https://board.local:3243', true, 'station', ' --ca certificate.pem --for station'],
  ['https://board.example', false, 'plotter', ''],
  ['http://board.local:3200', true, 'station', ' --for station'],
] as const)('the join command for %s (own certificate: %s, %s) ends with “%s”', (origin, own, kind, end) => {
  const command = joinCommand(origin, { code, ownCertificate: own }, kind);
  expect(command).toBe(`stationery fleet join ${origin} ${code}${end}`);
});

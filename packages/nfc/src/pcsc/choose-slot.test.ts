import { expect, it } from 'vitest';
import { chooseSlot } from './pcsc-reader.ts';

it.each([
  [[], undefined, undefined],
  [['Contact Reader 00', 'ACS ACR122U PICC Interface 01'], undefined, 'ACS ACR122U PICC Interface 01'],
  [['Virtual PCD 00 00', 'Virtual PCD 00 01'], undefined, 'Virtual PCD 00 00'],
  [['Virtual PCD 00 00', 'Virtual PCD 00 01'], 'pcd 00 01', 'Virtual PCD 00 01'],
  [['Virtual PCD 00 00'], 'acr122', undefined],
])('chooseSlot chooses from %j with the filter %s: %s', (names, filter, expected) => {
  expect(chooseSlot(names, filter)).toBe(expected);
});

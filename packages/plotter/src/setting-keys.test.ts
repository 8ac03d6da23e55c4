import { driverNames } from '@stationery/contract';
import { expect, it } from 'vitest';
import { jsonSettings } from './setting-keys.ts';

it('the damage check covers the data of every driver', () => {
  expect(jsonSettings).toEqual(expect.arrayContaining(driverNames.map((name) => `driver.${name}`)));
});

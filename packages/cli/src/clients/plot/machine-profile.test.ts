import type { MachineProfile } from '@stationery/client';
import { expect, it } from 'vitest';
import { valueText } from './machine-profile.ts';
import { readChanges } from './profile-members.ts';

it('valueText writes lists and nested members', () => {
  const can = { penControl: ['servo', 'z'], lowersGently: true, minPenHeight: { servo: 0 } };
  expect(valueText(can)).toBe('penControl (servo, z), lowersGently true, minPenHeight (servo 0)');
  expect([valueText(null), valueText(80), valueText({})]).toEqual(['null', '80', '']);
});

it('readChanges removes the speed unit and the step interval if they are “none”', () => {
  const profile = { name: 'Pico', speedUnit: 'us/step', stepIntervalUs: 1200 } as MachineProfile;
  expect(readChanges(['speedUnit=none', 'stepIntervalUs=none'])(profile)).toEqual({ name: 'Pico' });
  expect(readChanges(['stepIntervalUs=500'])(profile).stepIntervalUs).toBe(500);
});

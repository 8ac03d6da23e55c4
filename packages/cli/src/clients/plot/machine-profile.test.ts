import { expect, it } from 'vitest';
import { valueText } from './machine-profile.ts';

it('valueText writes lists and nested members', () => {
  const can = { penControl: ['servo', 'z'], lowersGently: true, minPenHeight: { servo: 0 } };
  expect(valueText(can)).toBe('penControl (servo, z), lowersGently true, minPenHeight (servo 0)');
  expect([valueText(null), valueText(80), valueText({})]).toEqual(['null', '80', '']);
});

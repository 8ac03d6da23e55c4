import { expect, it } from 'vitest';
import { hostCheck } from './host-check.ts';

it('hostCheck allows every host name if “*” is allowed', () => {
  expect(() => hostCheck(() => ['plotter.example'])('ha.example:8123')).toThrow(
    'does not answer to that host',
  );
  expect(() => hostCheck(() => ['*'])('ha.example:8123')).not.toThrow();
  expect(() => hostCheck(() => ['*'])(undefined)).toThrow('no Host header');
});

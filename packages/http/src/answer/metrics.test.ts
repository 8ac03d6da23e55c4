import { expect, it } from 'vitest';
import { metricsText, perLabel } from './metrics.ts';

it('metrics are written in the text format of Prometheus, with escaped labels', () => {
  const text = metricsText(
    [
      { name: 'taps_total', help: 'Taps.', value: 3 },
      { name: 'jobs', help: 'Jobs.', value: perLabel('state', { queued: 2, 'a "b"\\\n': 0.5 }) },
    ],
    'plotter',
  );
  expect(text).toBe(`# HELP stationery_taps_total Taps.
# TYPE stationery_taps_total counter
stationery_taps_total{service="plotter"} 3
# HELP stationery_jobs Jobs.
# TYPE stationery_jobs gauge
stationery_jobs{service="plotter",state="queued"} 2
stationery_jobs{service="plotter",state="a \\"b\\"\\\\\\n"} 0.5
`);
});

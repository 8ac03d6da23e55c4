import { memoryPortPair } from '@stationery/core';
import { describe, expect, it } from 'vitest';
import { type PortTarget, parsePortPath, plotterPort, settleTimes } from './open-port.ts';

describe('the path of a port', () => {
  it.each<[string, PortTarget]>([
    ['sim:', { kind: 'sim', driver: 'stationery' }],
    ['sim:grbl', { kind: 'sim', driver: 'grbl' }],
    ['tcp:plotter.local:4000', { kind: 'tcp', host: 'plotter.local', port: 4000 }],
    ['tcp://10.0.0.7:23', { kind: 'tcp', host: '10.0.0.7', port: 23 }],
    ['tcp:[::1]:4000', { kind: 'tcp', host: '::1', port: 4000 }],
    ['serial:/dev/ttyUSB0', { kind: 'serial', path: '/dev/ttyUSB0' }],
    ['/dev/ttyUSB0', { kind: 'serial', path: '/dev/ttyUSB0' }],
    ['COM3', { kind: 'serial', path: 'COM3' }],
  ])('may be %s', (path, target) => {
    expect(parsePortPath(path)).toEqual(target);
  });

  it.each(['', 'serial:', 'sim:x', 'tcp:', 'tcp:host', 'tcp:host:0', 'tcp:host:70000', 'tcp:::1:4000'])(
    'may not be “%s”',
    (path) => {
      expect(() => parsePortPath(path)).toThrow(`“${path}”`);
    },
  );

  it('determines the kind of port, which has its own settling time', async () => {
    const [sim] = memoryPortPair(['sim:', 'device']);
    const port = plotterPort({ portPath: 'sim:', baudRate: 115_200, openSim: () => async () => sim });
    expect(await port.openPort()).toBe(sim);
    expect(port.settle).toBe(settleTimes.sim);
    const serial = plotterPort({ portPath: 'serial:/dev/x', baudRate: 1, openSim: () => port.openPort });
    expect(serial.portPath).toBe('/dev/x');
    expect(serial.settle.bannerWaitMs).toBe(2_000);
  });
});

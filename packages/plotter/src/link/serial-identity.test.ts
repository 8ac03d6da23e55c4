import { type ListedPort, memoryPortPair } from '@stationery/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSerialByIdentity } from './serial-identity.ts';

const plotter = { vendorId: '1a86', productId: '7523', serialNumber: 'A1' };
const other = { vendorId: '2341', productId: '0043', serialNumber: 'B2' };

let listed: ListedPort[];
let opened: string[];
let links: Record<string, string>;

beforeEach(() => {
  listed = [];
  opened = [];
  links = {};
});

function device(path: string) {
  return openSerialByIdentity(path, 115_200, {
    list: async () => listed,
    resolvePath: async (link) => links[link] ?? link,
    open: async (at) => {
      if (!listed.some((entry) => entry.path === (links[at] ?? at))) throw new Error(`no such port: ${at}`);
      opened.push(at);
      return memoryPortPair([at, 'device'])[0];
    },
  });
}

describe('a serial device known by its USB ids', () => {
  it('is opened and reopened at its path', async () => {
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    const { open } = device('/dev/ttyUSB0');
    await open();
    await open();
    expect(opened).toEqual(['/dev/ttyUSB0', '/dev/ttyUSB0']);
  });

  it('is found at a different path, and again at its own', async () => {
    const { open } = device('/dev/ttyUSB0');
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    await open();
    listed = [{ path: '/dev/ttyUSB1', ...plotter, vendorId: '1A86' }];
    expect((await open()).name).toBe('/dev/ttyUSB1');
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    expect((await open()).name).toBe('/dev/ttyUSB0');
  });

  it('is found even if a different device has taken its path', async () => {
    const { open } = device('/dev/ttyUSB0');
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    await open();
    listed = [
      { path: '/dev/ttyUSB0', ...other },
      { path: '/dev/ttyUSB1', ...plotter },
    ];
    expect((await open()).name).toBe('/dev/ttyUSB1');
  });

  it('is not replaced by a different device at its path, unless forgotten', async () => {
    const { open, forget } = device('/dev/ttyUSB0');
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    await open();
    listed = [{ path: '/dev/ttyUSB0', ...other }];
    await expect(open()).rejects.toThrow('Another device (USB 2341:0043) is at /dev/ttyUSB0 now');
    forget();
    await open();
    expect(opened).toHaveLength(2);
  });

  it('is not replaced by a new device at its path that has yet to be identified', async () => {
    const { open } = device('/dev/ttyUSB0');
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    await open();
    listed = [{ path: '/dev/ttyUSB0' }];
    await expect(open()).rejects.toThrow('that was at /dev/ttyUSB0 is not there');
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    await open();
    expect(opened).toHaveLength(2);
  });

  it('is not guessed among identical devices without serial numbers', async () => {
    const kind = { vendorId: '1a86', productId: '7523' };
    const { open } = device('/dev/ttyUSB0');
    listed = [{ path: '/dev/ttyUSB0', ...kind }];
    await open();
    listed = [
      { path: '/dev/ttyUSB1', ...kind },
      { path: '/dev/ttyUSB2', ...kind },
    ];
    await expect(open()).rejects.toThrow('2 devices like the one');
    listed = [{ path: '/dev/ttyUSB2', ...kind }];
    expect((await open()).name).toBe('/dev/ttyUSB2');
  });

  it('is recognised through a symbolic link', async () => {
    links['/dev/serial/by-id/plotter'] = '/dev/ttyUSB0';
    listed = [{ path: '/dev/ttyUSB0', ...plotter }];
    const { open } = device('/dev/serial/by-id/plotter');
    await open();
    links = {};
    listed = [{ path: '/dev/ttyUSB3', ...plotter }];
    expect((await open()).name).toBe('/dev/ttyUSB3');
  });

  it('is opened even if the ports cannot be listed', async () => {
    const { open } = openSerialByIdentity('/dev/ttyS0', 9_600, {
      list: async () => Promise.reject(new Error('no udev')),
      resolvePath: async (path) => path,
      open: async (path) => memoryPortPair([path, 'device'])[0],
    });
    expect((await open()).name).toBe('/dev/ttyS0');
  });
});

it('a serial device without USB ids is identified by its path', async () => {
  const { open } = device('/dev/ttyS0');
  listed = [{ path: '/dev/ttyS0' }];
  await open();
  listed = [];
  await expect(open()).rejects.toThrow('no such port: /dev/ttyS0');
});

import { describe, expect, it } from 'vitest';
import { readBlockDevices } from './block-devices.ts';
import { findCards } from './mount-card.ts';
import { readMounts } from './mounts.ts';

const disk = (name: string, number: string, more: object = {}) => ({
  name: `/dev/${name}`,
  pkname: null,
  'maj:min': number,
  type: 'disk',
  fstype: null,
  label: null,
  parttype: null,
  ro: false,
  rm: false,
  hotplug: false,
  ...more,
});
const part = (name: string, on: string, number: string, more: object = {}) =>
  disk(name, number, { pkname: `/dev/${on}`, type: 'part', fstype: 'vfat', ...more });

const usb = { hotplug: true };
/** Disks of a Raspberry Pi, whose system is on a memory card. That card counts as removable too. */
const pi = [
  disk('mmcblk0', '179:0', usb),
  part('mmcblk0p1', 'mmcblk0', '179:1', { label: 'bootfs' }),
  part('mmcblk0p2', 'mmcblk0', '179:2', { fstype: 'ext4', label: 'rootfs' }),
  part('mmcblk0p3', 'mmcblk0', '179:3', { fstype: 'ext4', label: 'STATIONERY' }),
];
const piMounts = `1 0 179:2 / / rw - ext4 /dev/mmcblk0p2 rw
2 1 179:1 / /boot/firmware rw - vfat /dev/mmcblk0p1 rw
`;

function cards(rows: object[], { mounts = piMounts, swaps = '', soldered = [] as string[] } = {}): string[] {
  const devices = readBlockDevices(JSON.stringify({ blockdevices: rows }), (path) => soldered.includes(path));
  const use = { mounts: readMounts(mounts), swaps, folder: '/media/card' };
  return findCards(devices, use).map(({ path }) => path);
}

describe('the card', () => {
  it('is never on the system disk, whatever its label', () => {
    expect(cards(pi)).toEqual([]);
  });

  it('is the first removable partition with a file system that can be mounted', () => {
    const stick = [
      disk('sda', '8:0', usb),
      part('sda1', 'sda', '8:1', { fstype: 'ntfs' }),
      part('sda2', 'sda', '8:2', { fstype: null }),
      part('sda3', 'sda', '8:3'),
      part('sda4', 'sda', '8:4', { fstype: 'exfat' }),
    ];
    expect(cards([...pi, ...stick])).toEqual(['/dev/sda3', '/dev/sda4']);
  });

  it('can be a disk without partitions or a memory card', () => {
    expect(cards([...pi, disk('sda', '8:0', { ...usb, fstype: 'vfat' })])).toEqual(['/dev/sda']);
    expect(cards([...pi, disk('mmcblk1', '179:32', usb), part('mmcblk1p1', 'mmcblk1', '179:33')])).toEqual([
      '/dev/mmcblk1p1',
    ]);
  });

  it('is never soldered memory, an internal disk or a boot partition', () => {
    const soldered = [disk('mmcblk1', '179:32', usb), part('mmcblk1p1', 'mmcblk1', '179:33')];
    expect(cards([...pi, ...soldered], { soldered: ['/dev/mmcblk1'] })).toEqual([]);
    expect(cards([...pi, disk('sda', '8:0'), part('sda1', 'sda', '8:1')])).toEqual([]);
    // A stick partitioned by macOS.
    const efi = { parttype: 'C12A7328-F81F-11D2-BA4B-00A0C93EC93B', label: 'EFI' };
    const stick = [disk('sda', '8:0', usb), part('sda1', 'sda', '8:1', efi), part('sda2', 'sda', '8:2')];
    expect(cards([...pi, ...stick])).toEqual(['/dev/sda2']);
  });

  it('is preferred by its label, even on an internal disk', () => {
    const rows = [
      ...pi,
      disk('sda', '8:0', usb),
      part('sda1', 'sda', '8:1'),
      disk('sdb', '8:16', usb),
      part('sdb1', 'sdb', '8:17', { label: 'card' }),
      disk('vdb', '254:16', { fstype: 'ext4', label: 'Stationery' }),
    ];
    expect(cards(rows)).toEqual(['/dev/vdb', '/dev/sdb1', '/dev/sda1']);
  });

  it('is never on a disk in use: mounted elsewhere, used for swap, or part of an array', () => {
    const stick = [disk('sda', '8:0', usb), part('sda1', 'sda', '8:1'), part('sda2', 'sda', '8:2')];
    const mountsWith = (line: string) => `${piMounts}${line}\n`;
    expect(cards(stick, { mounts: mountsWith('3 1 8:2 / /srv rw - vfat /dev/sda2 rw') })).toEqual([]);
    expect(cards(stick, { mounts: mountsWith('3 1 0:45 / /srv rw - btrfs /dev/sda2 rw') })).toEqual([]);
    expect(cards(stick, { swaps: 'Filename Type\n/dev/sda2\tpartition 1 0 -2\n' })).toEqual([]);
    const volume = { ...part('mapper/root', 'sda2', '253:0', { type: 'lvm' }) };
    expect(cards([...stick, volume], { mounts: '1 0 253:0 / / rw - ext4 /dev/mapper/root rw\n' })).toEqual(
      [],
    );
    // Already mounted as the card.
    expect(cards(stick, { mounts: mountsWith('3 1 8:1 / /media/card rw - vfat /dev/sda1 rw') })).toEqual([
      '/dev/sda1',
      '/dev/sda2',
    ]);
  });

  it('is missing if the output of lsblk is invalid', () => {
    expect(readBlockDevices('')).toEqual([]);
    expect(readBlockDevices('{"blockdevices":')).toEqual([]);
  });
});

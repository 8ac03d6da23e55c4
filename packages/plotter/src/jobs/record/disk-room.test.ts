import { expect, it } from 'vitest';
import { DiskRoom } from './disk-room.ts';

it.each(['/proc', '/there/is/no/such/folder'])(
  'a file system that does not report its free space is not full: %s',
  (folder) => {
    const room = new DiskRoom(folder);
    expect(room.isFull).toBe(false);
    room.refuseWithoutRoom();
  },
);

import { PassThrough } from 'node:stream';
import type { InputWatch } from '@stationery/core';
import type { StationDeps } from '../../src/index.ts';

export const [key, knob] = [1, 2];

export function fakeInputDevices() {
  const watches: { opened: string[]; stream: PassThrough; end: (why: number) => void; isClosed: boolean }[] =
    [];
  const list = [{ path: '/dev/input/event0', name: 'button@11', isReadable: true }];
  const inputDevices: NonNullable<StationDeps['inputDevices']> = {
    list: () => list,
    watch(): InputWatch {
      const stream = new PassThrough();
      let end: (why: number) => void = () => undefined;
      const ended = new Promise<number>((resolve) => {
        end = resolve;
      });
      const watch = { opened: [] as string[], stream, end, isClosed: false };
      watches.push(watch);
      return {
        events: stream,
        ended,
        open(paths) {
          watch.opened = [...paths];
        },
        close() {
          watch.isClosed = true;
          end(0);
        },
      };
    },
  };
  const send = (...events: [type: number, code: number, value: number][]) =>
    watches.at(-1)?.stream.write(
      Buffer.concat(
        events.map(([type, code, value]) => {
          const event = Buffer.alloc(process.arch === 'arm' ? 16 : 24);
          event.writeUInt16LE(type, event.length - 8);
          event.writeUInt16LE(code, event.length - 6);
          event.writeInt32LE(value, event.length - 4);
          return event;
        }),
      ),
    );
  return { inputDevices, list, watches, send };
}

import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SerialPort } from 'serialport';
import { expect, it } from 'vitest';
import { nonBlockingBinding } from '../../src/byte-port/non-blocking-binding.ts';
import { openPtyHost } from '../../src/byte-port/pty-host.ts';

/** Hangs up a line as the kernel does when a USB serial device is unplugged (TIOCVHANGUP, root only). */
const hangUp = (path: string) =>
  execFileSync('perl', ['-e', 'open F, "+<", shift or die $!; ioctl F, 0x5437, 0 or die $!', path]);

it.skipIf(process.platform !== 'linux' || process.getuid?.() !== 0)(
  'a port reports a hang-up that happens between polling and reading',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hang-up-'));
    const host = await openPtyHost(join(folder, 'tty'));
    const reported: string[] = [];
    const hangsUp = {
      async open(options: { path: string; baudRate: number }) {
        const port = await SerialPort.binding.open(options);
        const { poller } = port as unknown as {
          poller: { once(event: string, run: (error: Error | null) => void): unknown };
        };
        const once = poller.once.bind(poller);
        poller.once = (event, run) =>
          once(event, (error) => {
            reported.push(error === null ? 'readable' : 'error');
            if (error === null) hangUp(host.linkPath);
            run(error);
          });
        return port;
      },
    };
    const port = await nonBlockingBinding(hangsUp).open({ path: host.linkPath, baudRate: 115_200 });
    try {
      const read = port.read(Buffer.alloc(10), 0, 10);
      await host.port!.write(Buffer.from('OK\n'));
      await expect(read).rejects.toMatchObject({ disconnect: true });
      expect(reported).toEqual(['readable']);
    } finally {
      await port.close();
      await host.close();
      await rm(folder, { recursive: true });
    }
  },
);

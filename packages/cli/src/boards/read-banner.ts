import { type BytePort, type Clock, sleep } from '@stationery/core';

const maxHeardLength = 4096;
const bannerMs = 4_000;

/** Waits for the line that Stationery's firmware prints when it starts; asks for its version meanwhile. */
export async function readBanner(
  open: () => Promise<BytePort>,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<string | undefined> {
  const port = await open();
  let heard = '';
  port.onBytes((bytes) => {
    heard = (heard + Buffer.from(bytes).toString('latin1')).slice(-maxHeardLength);
  });
  try {
    for (const endMs = clock.nowMs() + bannerMs; clock.nowMs() < endMs; ) {
      const version = /\bstationery-plotter (\d{1,3}\.\d{1,3}\.\d{1,3})\b/.exec(heard)?.[1];
      if (version !== undefined) return version;
      await sleep(clock, 100, signal);
      // A board with native USB does not restart when its port is opened.
      if (clock.nowMs() > endMs - bannerMs / 2) await port.write(Buffer.from('VERSION\n'));
    }
    return undefined;
  } finally {
    await port.close();
  }
}

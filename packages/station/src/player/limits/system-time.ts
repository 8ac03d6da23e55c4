import { existsSync, readFileSync } from 'node:fs';
import type { WallTime } from './limits.ts';

const dayMs = 86_400_000;

/**
 * The clock of the system. On Linux it is trusted once it was set from the network, or if a clock with a
 * battery agrees. Without either, a Raspberry Pi starts with the time of its last shutdown.
 */
export const systemTime: WallTime = {
  nowMs: () => Date.now(),
  isTrusted: () =>
    process.platform !== 'linux' || existsSync('/run/systemd/timesync/synchronized') || hasBatteryClock(),
};

function hasBatteryClock(): boolean {
  try {
    const seconds = Number(readFileSync('/sys/class/rtc/rtc0/since_epoch', 'utf8').trim() || Number.NaN);
    return Math.abs(seconds * 1000 - Date.now()) < dayMs;
  } catch {
    return false;
  }
}

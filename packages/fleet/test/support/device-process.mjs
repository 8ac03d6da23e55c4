// Runs plotter services and stations (those with a `collection`) with their agents in one process that can be
// killed. DEVICES lists them as JSON. A device with `die` (“<point>:<job>”) freezes at that point:
// “before-claim” is before the claim of that job is stored, “after-claim” right after, and so on. Once all
// devices with `die` are frozen, the process is killed. It is started from its bundle (`bundle-device.mjs`).
import { isMainThread, Worker, workerData } from 'node:worker_threads';

void (isMainThread ? startAll(JSON.parse(process.env.DEVICES)) : startMortal(workerData));

async function startAll(devices) {
  setClock(devices[0]?.clockAheadMs ?? 0);
  const mortal = devices.filter(({ die }) => die !== undefined);
  const left = new Int32Array(new SharedArrayBuffer(4));
  left[0] = mortal.length;
  // Each of these devices has its own thread, so that it can freeze while the others continue.
  for (const device of mortal) new Worker(new URL(import.meta.url), { workerData: { device, left } });
  const stations = devices.filter(({ collection }) => collection !== undefined);
  if (stations.length > 0) {
    const { startStationDevice } = await import('./station-device.mjs');
    await Promise.all(stations.map(startStationDevice));
  }
  const others = devices.filter((device) => !mortal.includes(device) && !stations.includes(device));
  if (others.length === 0) return;
  const { startDevice } = await import('./device.mjs');
  await Promise.all(others.map(startDevice));
}

async function startMortal({ device, left }) {
  const { freezeAt, startDevice } = await import('./device.mjs');
  freezeAt(device.die, left);
  await startDevice(device);
}

/** Offsets this process's wall clock from the board's; monotonic clocks are unchanged. */
function setClock(aheadMs) {
  const realNow = Date.now;
  if (aheadMs !== 0) Date.now = () => realNow() + aheadMs;
}

// Plotter services with their agents, in one process that can be killed. DEVICES lists them as JSON; one with `die`
// (“<point>:<job>”) is frozen exactly there: “before-claim” before the claim of that job is written, “after-claim” right
// after, and so on. When all of those are frozen, the process is killed. Started from its bundle (`bundle-device.mjs`).
import { isMainThread, Worker, workerData } from 'node:worker_threads';

void (isMainThread ? startAll(JSON.parse(process.env.DEVICES)) : startMortal(workerData));

async function startAll(devices) {
  const mortal = devices.filter(({ die }) => die !== undefined);
  const left = new Int32Array(new SharedArrayBuffer(4));
  left[0] = mortal.length;
  // In a thread of its own, one can stand still while the others continue.
  for (const device of mortal) new Worker(new URL(import.meta.url), { workerData: { device, left } });
  const others = devices.filter(({ die }) => die === undefined);
  if (others.length === 0) return;
  const { startDevice } = await import('./device.mjs');
  await Promise.all(others.map(startDevice));
}

async function startMortal({ device, left }) {
  const { freezeAt, startDevice } = await import('./device.mjs');
  freezeAt(device.die, left);
  await startDevice(device);
}

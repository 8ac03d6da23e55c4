// Loaded into a service with NODE_OPTIONS=--import=…: tells whoever connects to the socket LOOP_MONITOR_SOCKET the
// longest time, in milliseconds, for which the event loop was held up since the last time it was asked.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env.LOOP_MONITOR_SOCKET;
if (isMainThread && path !== undefined) {
  // Only this process: what it starts has no business here.
  delete process.env.LOOP_MONITOR_SOCKET;
  const resolutionMs = 2;
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  createServer((socket) => {
    socket.on('error', () => undefined);
    // One turn later: a delay is noted when the timer that was late has run.
    setTimeout(() => {
      socket.end(String(Math.max(0, delays.max / 1e6 - resolutionMs)));
      delays.reset();
    }, resolutionMs * 2);
  })
    .listen(path)
    .unref();
}

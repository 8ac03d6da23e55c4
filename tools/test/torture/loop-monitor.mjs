// Loaded into a service with NODE_OPTIONS=--import=…: reports the longest event loop delay since
// the last query, in milliseconds, on the socket LOOP_MONITOR_SOCKET.
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env.LOOP_MONITOR_SOCKET;
if (isMainThread && path !== undefined) {
  // Remove the variable, so that only this process is monitored, not its children.
  delete process.env.LOOP_MONITOR_SOCKET;
  const resolutionMs = 2;
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  createServer((socket) => {
    socket.on('error', () => undefined);
    // Answer one turn later, because a delay is recorded only when the late timer has run.
    setTimeout(() => {
      socket.end(String(Math.max(0, delays.max / 1e6 - resolutionMs)));
      delays.reset();
    }, resolutionMs * 2);
  })
    .listen(path)
    .unref();
}

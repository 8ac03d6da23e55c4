const orphanCheckMs = 250;

/**
 * Aborted when the process is asked to stop, by Ctrl+C or by the system. A second request ends it
 * immediately.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(controller);
  return controller.signal;
}

/**
 * `npm start` and `npx` run this program in a shell. When npm is asked to stop, it stops that shell, which
 * ends without passing the signal on; so the end of the shell counts as a request to stop.
 */
function stopWithParent(controller: AbortController): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    controller.abort();
  }, orphanCheckMs);
  timer.unref();
}

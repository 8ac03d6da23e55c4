const orphanCheckMs = 250;

/** Aborted when the process is asked to stop, by Ctrl+C or by the system. A second time means now. */
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
 * `npm start` and `npx` run us in a shell. Asked to stop, npm asks that shell, which ends without asking us;
 * so the end of the shell is the question.
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

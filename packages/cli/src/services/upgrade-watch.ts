import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const everyMs = 2000;

/**
 * Exits after a package upgrade as soon as the service is idle, to be restarted in the new version. The
 * package requests this with a folder in the service's folder in `/run`, which exists only under systemd.
 */
export function endWhenUpgraded(folder: string | undefined, isIdle: () => boolean, end: () => void): void {
  if (folder === undefined) return;
  const asked = join(folder, 'restart-when-idle');
  rmSync(asked, { recursive: true, force: true });
  const timer = setInterval(() => {
    if (!existsSync(asked) || !isIdle()) return;
    clearInterval(timer);
    end();
  }, everyMs);
  timer.unref();
}

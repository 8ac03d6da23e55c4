import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const everyMs = 2000;

/**
 * After an upgrade of the package the service exits, to be started again in the new version, as soon as
 * nothing is under way that this would cut off. The package asks for it with a folder in the service's folder in
 * `/run`, which is there only under systemd.
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

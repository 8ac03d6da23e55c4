import { explain } from '../../service/index.ts';
import { showToast } from '../../ui/index.ts';

const running = new Set<string>();

/** Asks the board, not twice at once under the same name. A failure is shown; the result is undefined then. */
export async function runAction<T>(name: string, request: () => Promise<T>): Promise<T | undefined> {
  if (running.has(name)) return undefined;
  running.add(name);
  try {
    return await request();
  } catch (error) {
    showToast({ message: explain(error), tone: 'danger', durationMs: 10_000 });
    return undefined;
  } finally {
    running.delete(name);
  }
}

import { spawn } from 'node:child_process';
import { systemErrorCode } from './errors.ts';

/** A system error number, or `no-perl` if perl could not be started. */
export type PerlEnd = number | 'no-perl';

/**
 * Runs a perl program. Node cannot call `ioctl`, and each of its reads of a device blocks a thread. Every
 * Debian system has perl.
 */
export function runPerl(program: string, ...args: string[]) {
  const child = spawn('perl', ['-e', program, ...args], { stdio: ['pipe', 'pipe', 'pipe'] });
  const ended = new Promise<PerlEnd>((resolve, reject) => {
    child.once('error', (error) =>
      systemErrorCode(error) === 'ENOENT' ? resolve('no-perl') : reject(error),
    );
    child.once('close', (code) => resolve(code ?? 0));
  });
  // perl may end during a write.
  child.stdin.on('error', () => undefined);
  return { child, ended, close: () => void child.stdin.destroy() };
}

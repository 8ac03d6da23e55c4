import { createInterface } from 'node:readline/promises';
import type { Output } from './output.ts';

export async function ask(out: Output, question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = out.streams;
  const lines = createInterface({ input: stdin, output: stderr });
  // The readline interface catches Ctrl+C; pass it on to the handler of the process.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}

/** Drops input until the returned function is called. */
export function ignoreTyping({ streams: { stdin } }: Output): () => void {
  const ignore = () => undefined;
  stdin.on('data', ignore);
  return () => {
    stdin.off('data', ignore);
    stdin.pause();
  };
}

export async function confirm(out: Output, question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(out, `${question} [y/N] `, signal)).trim());
}

import { createInterface } from 'node:readline/promises';
import type { Output } from './output.ts';

/** Asks the person at the terminal; gives what was typed before Enter. */
export async function ask(out: Output, question: string, signal: AbortSignal): Promise<string> {
  const { stdin, stderr } = out.streams;
  const lines = createInterface({ input: stdin, output: stderr });
  // The interface takes Ctrl+C from the terminal; it is handed on to where all others arrive.
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await lines.question(question, { signal });
  } finally {
    lines.close();
  }
}

/** What is typed while nobody is asked is no answer to the next question. Gives what ends that. */
export function ignoreTyping({ streams: { stdin } }: Output): () => void {
  const ignore = () => undefined;
  stdin.on('data', ignore);
  return () => {
    stdin.off('data', ignore);
    stdin.pause();
  };
}

export async function isAgreed(out: Output, question: string, signal: AbortSignal): Promise<boolean> {
  return /^y(es)?$/i.test((await ask(out, `${question} [y/N] `, signal)).trim());
}

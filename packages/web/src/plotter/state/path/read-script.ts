import { CommandFollower } from './follow-commands.ts';
import type { Path } from './path.ts';

interface ReadOptions {
  relative: boolean;
  signal: AbortSignal;
  /** The path grows in place. */
  onGrowth: (path: Path) => void;
  yieldToPage: () => Promise<void>;
}

/** Lines per piece of work, which then takes a few milliseconds. */
const linesAtOnce = 5000;

/** Reads the script in pieces, so that the page stays responsive with scripts of any length. */
export async function readScript(stream: ReadableStream<Uint8Array>, options: ReadOptions): Promise<Path> {
  const follower = new CommandFollower(options.relative);
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  const leave = () => void reader.cancel().catch(() => undefined);
  options.signal.addEventListener('abort', leave);
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      options.signal.throwIfAborted();
      if (done) break;
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (let from = 0; from < lines.length; from += linesAtOnce) {
        for (const line of lines.slice(from, from + linesAtOnce)) addLine(follower, line);
        options.onGrowth(follower.path);
        await options.yieldToPage();
        options.signal.throwIfAborted();
      }
    }
    addLine(follower, rest);
    follower.path.isWhole = true;
    options.onGrowth(follower.path);
    return follower.path;
  } finally {
    options.signal.removeEventListener('abort', leave);
  }
}

function addLine(follower: CommandFollower, line: string): void {
  const command = line.trim();
  if (command !== '' && command[0] !== '#' && command[0] !== ';') follower.add(command);
}

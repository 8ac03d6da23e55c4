import { stateName } from '../clients/plot/job-words.ts';
import { type Command, type CommandGroup, type Completion, isGroup } from '../command-line/command.ts';
import { settingSources } from '../command-line/config-file.ts';
import { completionOf, type Flag, flagsOf } from '../command-line/flags.ts';
import { findCommand } from '../command-line/run-words.ts';
import { connectPlotter, connectStation } from '../connection/connect.ts';
import { plain } from '../terminal/words.ts';

interface Candidate {
  word: string;
  about: string;
}

interface Asking {
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

const maxJobs = 50;

/** Returns the candidates for the last word. Asks the service for names that only it knows. */
export async function candidatesFor(
  program: CommandGroup,
  words: readonly string[],
  { env, signal }: Asking,
): Promise<Candidate[]> {
  const { entry, words: typed } = await findCommand(program, words);
  const command = isGroup(entry) ? entry.direct?.command : entry;
  if (command === undefined) return [];
  const { argCount, pending, config, settings } = readTyped(command, typed);
  const wanted = pending === undefined ? argumentAt(command, argCount) : completionOf(pending);
  const sources = () => settingSources('client', { config, env, args: settings });
  switch (wanted) {
    case 'card-file': {
      const { files } = await (await connectStation(sources(), signal)).card({ signal });
      return files.map(({ filename }) => ({ word: plain(filename), about: '' }));
    }
    case 'tag': {
      const tags = await (await connectStation(sources(), signal)).tags({ signal });
      return tags.map(({ serial, filename }) => ({ word: serial, about: plain(filename ?? 'no file') }));
    }
    case 'job': {
      const jobs = await (await connectPlotter(sources())).jobs.list({ limit: maxJobs, signal });
      return jobs.map((job) => ({
        word: String(job.id),
        about: plain([job.name, stateName(job)].filter((part) => part !== null).join(', ')),
      }));
    }
    default:
      return [];
  }
}

function argumentAt({ completes = [] }: Command, given: number): Completion | undefined {
  return completes[Math.min(given, completes.length - 1)];
}

interface Typed {
  argCount: number;
  pending: Flag | undefined;
  config: string | undefined;
  settings: string[];
}

/** Reads the words typed so far, which may be wrong or incomplete. */
function readTyped(command: Command, words: readonly string[]): Typed {
  const flags = new Map(flagsOf(command).map((flag) => [`--${flag.name}`, flag]));
  const typed: Typed = { argCount: 0, pending: undefined, config: undefined, settings: [] };
  const take = (flag: Flag, value: string) => {
    if (flag.name === 'config') typed.config = value;
    else if (flag.from === 'settings') typed.settings.push(`--${flag.name}=${value}`);
  };
  for (const word of words) {
    const [name = '', ...rest] = word.split('=');
    const flag = flags.get(name);
    if (typed.pending !== undefined) {
      take(typed.pending, word);
      typed.pending = undefined;
    } else if (flag === undefined) typed.argCount += word.startsWith('--') ? 0 : 1;
    else if (rest.length > 0) take(flag, rest.join('='));
    else if (flag.placeholder === undefined) take(flag, 'yes');
    else typed.pending = flag;
  }
  return typed;
}

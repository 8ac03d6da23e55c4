// Parses script arguments: “--help” explains the script, and an unknown argument ends it with one
// line and code 2.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * Parses the arguments of a script. Prints the help text for `--help`; refuses unknown options.
 * `script`: the file whose first comment is the default help text. `most`: the maximum number of positional arguments.
 *
 * @param {{ script?: string, help?: string, options?: import('node:util').ParseArgsConfig['options'], most?: number }} wanted
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
export function readArguments({ script, help = firstComment(script), options = {}, most = 0 }) {
  const read = tryToRead({ ...options, help: { type: 'boolean', short: 'h' } });
  if (read.values.help) explain(help);
  const extra = read.positionals[most];
  if (extra !== undefined) refuse(`“${extra}” is one argument too many`);
  return read;
}

/** Prints the help text if it is requested; for scripts that pass their arguments on. */
export function explainIfAsked(script) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) explain(firstComment(script));
}

/**
 * Ends the script with an error about its arguments.
 *
 * @returns {never}
 */
export function refuse(why) {
  console.error(`${why}. --help shows what is possible.`);
  process.exit(2);
}

export function readNumber(text, what, least = 1) {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  return refuse(`${what} must be a whole number from ${least}, not “${text}”`);
}

function explain(help) {
  console.log(help.trim());
  process.exit(0);
}

/** @returns {{ values: Record<string, any>, positionals: string[] }} */
function tryToRead(options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch ({ code, message }) {
    const [name] = /--[\w-]+|-\w/.exec(message.replace('-h, ', '')) ?? [''];
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return refuse(`there is no option “${name}”`);
    return refuse(`${name} ${message.includes('does not take') ? 'takes no value' : 'needs a value'}`);
  }
}

function firstComment(script) {
  const [comment] = /^(?:\/\/.*\n)+/.exec(readFileSync(script, 'utf8')) ?? [''];
  return comment.replaceAll(/^\/\/ ?/gm, '');
}

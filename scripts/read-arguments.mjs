// The arguments of a script: “--help” explains it, and what it does not know ends it with one line and the code 2.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

/**
 * `script` is the file, whose first comment is the help unless there is another text for it. `most`: how many words it takes
 * beside its options.
 */
export function readArguments({ script, help = firstComment(script), options = {}, most = 0 }) {
  const read = tryToRead({ ...options, help: { type: 'boolean', short: 'h' } });
  if (read.values.help) explain(help);
  const extra = read.positionals[most];
  if (extra !== undefined) refuse(`“${extra}” is one argument too many`);
  return read;
}

/** Of a script that passes its arguments on, only “--help” is for itself. */
export function explainIfAsked(script) {
  if (process.argv.slice(2).some((word) => word === '--help' || word === '-h')) explain(firstComment(script));
}

/** Ends the script because of what was typed. */
export function refuse(why) {
  console.error(`${why}. --help shows what is possible.`);
  process.exit(2);
}

/** `what` is how the message names it. */
export function readNumber(text, what, least = 1) {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  return refuse(`${what} must be a whole number from ${least}, not “${text}”`);
}

function explain(help) {
  console.log(help.trim());
  process.exit(0);
}

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

import { type CommandGroup, defineCommand } from '../command-line/command.ts';
import { UsageError } from '../terminal/exit-codes.ts';
import {
  argumentValues,
  flagPatterns,
  type Place,
  type PlaceFlag,
  placesOf,
  quoted,
  type Values,
  valueWord,
} from './places.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

export const completion = defineCommand({
  summary: 'Set up completion for bash, zsh and fish',
  arguments: '<bash|zsh|fish>',
  completes: [shells],
  about: `Prints a script that completes commands, options, file names, paper sizes and, from a running service, the files on the card,
tags and jobs. Zsh also needs “fpath+=~/.zfunc” before “compinit” in ~/.zshrc.`,
  examples: [
    'mkdir -p ~/.local/share/bash-completion/completions && stationery completion bash > "$_/stationery"',
    'mkdir -p ~/.zfunc && stationery completion zsh > ~/.zfunc/_stationery',
    'mkdir -p ~/.config/fish/completions && stationery completion fish > ~/.config/fish/completions/stationery.fish',
  ],
  async run({ args: [name = ''], out, program }) {
    const shell = shells.find((each) => each === name);
    if (shell === undefined) throw new UsageError(`the shell must be bash, zsh or fish, not “${name}”`);
    const script = (await completionScripts(program))[shell];
    out.result({ shell, script }, () => out.line(script.trimEnd()));
  },
});

export async function completionScripts(program: CommandGroup): Promise<Record<Shell, string>> {
  const places = await placesOf(program);
  return { bash: bashScript(places), zsh: zshScript(places), fish: fishScript(places) };
}

/** Returns the paths of all places except the first, which is the program itself. */
const inside = (places: readonly Place[]) => places.slice(1).map(({ path }) => quoted(path));

function source(values: Values): string {
  if (values === 'file') return ' -rF';
  if (values === 'folder') return " -xa '(__fish_complete_directories)'";
  if (values === 'ask') return " -xa '(__stationery_ask)'";
  return values === 'none' ? ' -x' : ` -xa ${quoted(values.join(' '))}`;
}

function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap((place) => {
    const at = `complete -c stationery -n ${quoted(`__stationery_at "${place.path}"`)}`;
    const flag = ({ name, help, values }: PlaceFlag) =>
      `${at} -l ${name}${values === undefined ? '' : source(values)} -d ${quoted(help)}`;
    const args = argumentValues(place);
    return [
      ...place.commands.map(({ name, summary }) => `${at} -a ${name} -d ${quoted(summary)}`),
      ...(args === 'file'
        ? [`${at} -F`]
        : args === 'none'
          ? []
          : [`${at}${source(args).replace(' -x', ' -')}`]),
      ...place.flags.map(flag),
    ];
  });
  return `# Completion of stationery for fish
function __stationery_at
  set -l place stationery
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${inside(places).join(' ')}
        set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
function __stationery_ask
  set -l words (commandline -opc)
  $words[1] complete -- $words 2> /dev/null
end
complete -c stationery -f
${lines.join('\n')}
`;
}

function zshScript(places: readonly Place[]): string {
  const cases = places.map((place) => {
    const named = place.commands.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');
    const options = place.flags.map(({ name, help }) => quoted(`--${name}:${help}`)).join(' ');
    return `    ${quoted(place.path)}) commands=(${named}) flags=(${options}) values=${quoted(valueWord(argumentValues(place)))} ;;`;
  });
  const flags = flagPatterns(places).map(
    ({ pattern, values }) => `    ${pattern}) commands=() flags=() values=${quoted(valueWord(values))} ;;`,
  );
  return `#compdef stationery
# Completion of stationery for zsh
_stationery() {
  local place=stationery values='' word
  local -a commands flags found
  for word in \${words[2,CURRENT-1]}; do
    case "$place $word" in
      ${inside(places).join('|')}) place="$place $word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place \${words[CURRENT-1]}" in
${flags.join('\n')}
    *) if [[ "$PREFIX" == -* ]]; then _describe option flags; return; fi ;;
  esac
  (( $#commands )) && _describe command commands
  case "$values" in
    file) _files ;;
    folder) _files -/ ;;
    words:*) found=(\${=values#words:}); compadd -a found ;;
    ask)
      found=("\${(@f)$("\${words[1]}" complete -- "\${(@Q)words[1,CURRENT-1]}" 2> /dev/null)}")
      found=("\${(@)found%%$'\\t'*}")
      compadd -a found ;;
  esac
}
if [[ "\${funcstack[1]}" == _stationery ]]; then
  _stationery "$@"
else
  compdef _stationery stationery
fi
`;
}

function bashScript(places: readonly Place[]): string {
  const cases = places.map((place) => {
    const words = place.commands.map(({ name }) => name).join(' ');
    const options = place.flags.map(({ name }) => `--${name}`).join(' ');
    return `    ${quoted(place.path)}) commands=${quoted(words)} flags=${quoted(options)} values=${quoted(valueWord(argumentValues(place)))} ;;`;
  });
  const flags = flagPatterns(places).map(
    ({ pattern, values }) => `    ${pattern}) commands='' flags='' values=${quoted(valueWord(values))} ;;`,
  );
  return `# Completion of stationery for bash
_stationery() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local place=stationery commands='' flags='' values='' word line typed
  local -a program
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ${inside(places).join('|')}) place="$place $word" ;;
    esac
  done
  case "$place" in
${cases.join('\n')}
  esac
  case "$place $previous" in
${flags.join('\n')}
    *) case "$current" in -*) commands=$flags values='' ;; esac ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  case "$values" in
    file) compopt -o filenames; mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current") ;;
    folder) compopt -o filenames; mapfile -t -O \${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current") ;;
    words:*) mapfile -t COMPREPLY < <(compgen -W "\${values#words:}" -- "$current") ;;
    ask)
      compopt -o filenames
      # An alias, as for a checkout, is several words.
      program=("\${COMP_WORDS[0]}")
      if [[ -n "\${BASH_ALIASES[stationery]-}" ]]; then program=(\${BASH_ALIASES[stationery]}); fi
      typed=\${current//[\\\\\\"\\']/}
      while IFS=$'\\t' read -r line _; do
        if [[ "$line" == "$typed"* ]]; then COMPREPLY+=("$line"); fi
      done < <("\${program[@]}" complete -- "\${COMP_WORDS[@]:0:COMP_CWORD}" 2> /dev/null) ;;
  esac
}
complete -F _stationery stationery
`;
}

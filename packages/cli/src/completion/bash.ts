import { argumentValues, flagPatterns, type Place, quoted, valueWord } from './places.ts';

export function bashScript(places: readonly Place[]): string {
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
      ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) place="$place $word" ;;
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

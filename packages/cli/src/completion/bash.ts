import { flagsThatTake, type Place, quoted } from './words.ts';

export function bashScript(places: readonly Place[]): string {
  const cases = places.map(({ path, commands, flags, takesFiles }) => {
    const words = commands.map(({ name }) => name).join(' ');
    const options = flags.map(({ name }) => `--${name}`).join(' ');
    return `    ${quoted(path)}) commands=${quoted(words)} flags=${quoted(options)} files=${takesFiles ? 'yes' : ''} ;;`;
  });
  return `# Completion of stationery for bash
_stationery() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]}
  local place=stationery commands='' flags='' files='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) place="$place $word" ;;
    esac
  done
  case "$previous" in
    ${flagsThatTake(places, 'file').join('|')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$current"); return ;;
    ${flagsThatTake(places, 'folder').join('|')}) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$current"); return ;;
    ${flagsThatTake(places, 'text').join('|')}) COMPREPLY=(); return ;;
  esac
  case "$place" in
${cases.join('\n')}
  esac
  case "$current" in
    -*) mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$current"); return ;;
  esac
  if [ -n "$files" ]; then
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current"; compgen -f -- "$current")
  else
    mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
  fi
}
complete -F _stationery stationery
`;
}

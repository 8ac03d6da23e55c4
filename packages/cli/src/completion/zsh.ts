import { flagsThatTake, type Place, quoted } from './words.ts';

export function zshScript(places: readonly Place[]): string {
  const cases = places.map(({ path, commands, flags, takesFiles }) => {
    const named = commands.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ');
    const options = flags.map(({ name, help }) => quoted(`--${name}:${help}`)).join(' ');
    return `    ${quoted(path)}) commands=(${named}) flags=(${options}) files=${takesFiles ? 'yes' : "''"} ;;`;
  });
  return `#compdef stationery
# Completion of stationery for zsh
_stationery() {
  local place=stationery files='' word
  local -a commands flags
  for word in \${words[2,CURRENT-1]}; do
    case "$place $word" in
      ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) place="$place $word" ;;
    esac
  done
  case "\${words[CURRENT-1]}" in
    ${flagsThatTake(places, 'file').join('|')}) _files; return ;;
    ${flagsThatTake(places, 'folder').join('|')}) _files -/; return ;;
    ${flagsThatTake(places, 'text').join('|')}) return ;;
  esac
  case "$place" in
${cases.join('\n')}
  esac
  if [[ "$PREFIX" == -* ]]; then
    _describe option flags
  else
    (( $#commands )) && _describe command commands
    [[ -n "$files" ]] && _files
  fi
}
if [[ "\${funcstack[1]}" == _stationery ]]; then
  _stationery "$@"
else
  compdef _stationery stationery
fi
`;
}

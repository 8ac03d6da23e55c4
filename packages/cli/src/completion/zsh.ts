import { argumentValues, flagPatterns, type Place, quoted, valueWord } from './places.ts';

export function zshScript(places: readonly Place[]): string {
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
      ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join('|')}) place="$place $word" ;;
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

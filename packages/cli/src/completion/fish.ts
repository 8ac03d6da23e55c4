import { type Flag, type Place, quoted } from './words.ts';

const values = { file: ' -rF', folder: " -xa '(__fish_complete_directories)'", text: ' -x' };

export function fishScript(places: readonly Place[]): string {
  const lines = places.flatMap(({ path, commands, flags, takesFiles }) => {
    const at = `complete -c stationery -n ${quoted(`__stationery_at "${path}"`)}`;
    const flag = ({ name, help, takes }: Flag) =>
      `${at} -l ${name}${takes === undefined ? '' : values[takes]} -d ${quoted(help)}`;
    return [
      ...commands.map(({ name, summary }) => `${at} -a ${name} -d ${quoted(summary)}`),
      ...(takesFiles ? [`${at} -F`] : []),
      ...flags.map(flag),
    ];
  });
  return `# Completion of stationery for fish
function __stationery_at
  set -l place stationery
  for word in (commandline -opc)[2..-1]
    switch "$place $word"
      case ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join(' ')}
        set place "$place $word"
    end
  end
  test "$place" = "$argv[1]"
end
complete -c stationery -f
${lines.join('\n')}
`;
}

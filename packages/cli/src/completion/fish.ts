import { argumentValues, type Place, type PlaceFlag, quoted, type Values } from './places.ts';

function source(values: Values): string {
  if (values === 'file') return ' -rF';
  if (values === 'folder') return " -xa '(__fish_complete_directories)'";
  if (values === 'ask') return " -xa '(__stationery_ask)'";
  return values === 'none' ? ' -x' : ` -xa ${quoted(values.join(' '))}`;
}

export function fishScript(places: readonly Place[]): string {
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
      case ${places
        .slice(1)
        .map(({ path }) => quoted(path))
        .join(' ')}
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

import { describeSettings } from '@stationery/core/settings';
import { settingsOf } from './client-settings.ts';
import type { ClientCommand, ClientEntry, ClientGroup } from './command.ts';
import { isGroup } from './command.ts';
import { exitCodeHelp } from './exit-codes.ts';

export function helpOf(path: string, entry: ClientEntry): string {
  return isGroup(entry) ? groupHelp(path, entry) : commandHelp(path, entry);
}

function groupHelp(path: string, { summary, commands, direct, examples }: ClientGroup): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const rows = Object.entries(commands).map(
    ([name, command]) => `  ${name.padEnd(width)}  ${command.summary}`,
  );
  const words = direct?.command.arguments;
  const usage = words === undefined ? '' : `Usage: stationery ${path} ${words} [options]\n`;
  const more =
    words === undefined ? '' : `\n“stationery ${path} ${words} --help” says how drawings are plotted.`;
  return `${usage}${usage === '' ? 'Usage:' : '      '} stationery ${path} <command> [options]

${summary}.

Commands:
${rows.join('\n')}

“stationery ${path} <command> --help” says more about each.${more}

Examples:
${examples.map((example) => `  ${example}`).join('\n')}
`;
}

function commandHelp(path: string, command: ClientCommand): string {
  const { summary, about, options, service, examples } = command;
  const own = Object.entries(options).map(
    ([name, { placeholder, help }]) =>
      `  --${name}${placeholder === undefined ? '' : ` ${placeholder}`}\n      ${help}`,
  );
  const usage = ['Usage: stationery', path, command.arguments, '[options]'].filter(Boolean).join(' ');
  const settings = describeSettings(settingsOf(service)).replace('--insecure <yes|no>', '--insecure');
  return `${usage}

${summary}.${about === undefined ? '' : `\n\n${about}`}

Options:
${own.map((option) => `${option}\n`).join('')}  --json
      Print the result as JSON

Where the service is (each also as an environment variable, or in the config file under “client”):
${settings}
  --config <file>
      A JSON file with settings: { "client": { "${service}": "http://kitchen.local:8080" } }
      STATIONERY_CONFIG, default: ~/.config/stationery/config.json, then /etc/stationery/config.json

Examples:
${examples.map((example) => `  ${example}`).join('\n')}

${exitCodeHelp}
`;
}

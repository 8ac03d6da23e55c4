import type { CommandGroup } from '../command-line/command.ts';
import { apply } from './apply-command.ts';
import { remove } from './remove-command.ts';
import { watch } from './watch-command.ts';

export const network: CommandGroup = {
  summary: 'The Wi-Fi network of the station',
  about: 'The station is an access point. It joins no other network and leads nowhere else.',
  commands: { apply, remove, watch },
  examples: [
    'sudo stationery network apply --dry-run',
    'sudo STATION_WIFI_COUNTRY=DE stationery network apply',
  ],
};

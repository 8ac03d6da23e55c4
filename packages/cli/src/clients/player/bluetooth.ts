import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { named } from './named.ts';
import { connectPlayer } from './show-state.ts';

const commands = ['connect', 'disconnect', 'forget'] as const;

export const bluetooth = defineCommand({
  summary: 'Show the Bluetooth speakers of a station, or search, connect or forget one',
  about:
    'Put a speaker into pairing mode and search; found speakers are listed meanwhile. The name may be a part of the name, or the address. A connected speaker is among the outputs of “stationery output”.',
  service: 'station',
  options: {
    search: { help: 'Search for 20 s in the background' },
    connect: { placeholder: '<name>', help: 'Connect a speaker, and pair it if needed' },
    disconnect: { placeholder: '<name>', help: 'Disconnect a speaker' },
    forget: { placeholder: '<name>', help: 'Disconnect a speaker and remove the pairing' },
  },
  examples: ['stationery bluetooth --search', 'stationery bluetooth --connect jbl'],
  async run(context) {
    const { signal, out, options } = context;
    const wanted = commands.filter((command) => options[command] !== undefined);
    if (wanted.length + Number(options.search) > 1)
      throw new UsageError('give only one of --search, --connect, --disconnect and --forget');
    const client = await connectPlayer(context);
    let known = await client.bluetooth({ signal });
    const [command] = wanted;
    if (options.search) known = await client.commandBluetooth({ command: 'search' }, { signal });
    if (command !== undefined) {
      const devices = known.devices.map((device) => ({ ...device, id: device.address }));
      const { address } = named(devices, options[command]!);
      known = await client.commandBluetooth({ command, address }, { signal });
    }
    out.result(known, () => {
      for (const { address, name, paired, connected } of known.devices)
        out.line(`${address}  ${plain(name)}, ${connected ? 'connected' : paired ? 'paired' : 'found'}`);
      if (!known.available) out.note('The station has no Bluetooth. Install “bluez” on it.');
      else if (known.searching) out.note('Searching. Run “stationery bluetooth” again in a few seconds.');
      else if (known.devices.length === 0)
        out.note('No speaker is known. Put one into pairing mode and search.');
    });
  },
});

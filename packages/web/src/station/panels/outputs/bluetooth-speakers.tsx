import { type Signal, useSignal } from '@preact/signals';
import type { Bluetooth, StationPlayer } from '@stationery/client/player';
import { reportFailure } from '../../../service/index.ts';
import { outputsTexts } from '../../../texts/outputs.ts';
import { Button, IconButton } from '../../../ui/index.ts';
import { stationPlayer } from '../../client.ts';

const { bluetooth: texts } = outputsTexts;

type Command = Parameters<StationPlayer['commandBluetooth']>[0];

export function BluetoothSpeakers({ known }: { known: Signal<Bluetooth | undefined> }) {
  /** Address of the device that is being connected or removed, or `search`. */
  const busy = useSignal<string | undefined>(undefined);
  const run = async (command: Command) => {
    busy.value = command.address ?? 'search';
    const now = await reportFailure(() => stationPlayer.commandBluetooth(command));
    if (now !== undefined) known.value = now;
    busy.value = undefined;
  };
  const { devices, searching } = known.value!;
  return (
    <section class="outputs-bluetooth stack gap-4" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      {devices.length > 0 && (
        <ul class="outputs-list">
          {devices.map(({ address, name, paired, connected }) => (
            <li key={address} class="outputs-device">
              <span>
                <span class="bold">{name}</span>{' '}
                <span class="small soft">
                  {connected ? texts.connected : paired ? texts.paired : texts.found}
                </span>
              </span>
              <Button
                busy={busy.value === address}
                disabled={busy.value !== undefined}
                aria-label={connected ? texts.disconnect(name) : texts.connect(name)}
                onClick={() => run({ command: connected ? 'disconnect' : 'connect', address })}
              >
                {connected ? texts.disconnectShort : texts.connectShort}
              </Button>
              {paired && (
                <IconButton
                  icon="trash"
                  label={texts.forget(name)}
                  disabled={busy.value !== undefined}
                  onClick={() => run({ command: 'forget', address })}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <p class="small soft" role="status">
        {searching ? texts.searching : texts.hint}
      </p>
      <Button
        icon="search"
        busy={searching || busy.value === 'search'}
        disabled={busy.value !== undefined}
        onClick={() => run({ command: 'search' })}
      >
        {texts.search}
      </Button>
    </section>
  );
}

import { useSignal } from '@preact/signals';
import type { Bluetooth, PlayerOutputs } from '@stationery/client/player';
import { createStationSetup } from '@stationery/client/station-setup';
import { useEffect } from 'preact/hooks';
import { clientOptions, showError } from '../../../service/index.ts';
import { outputsTexts as texts } from '../../../texts/outputs.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { stationPlayer } from '../../client.ts';
import { outputsDialog } from '../../state/dialogs.ts';
import { player } from '../../state/store.ts';
import { BluetoothSpeakers } from './bluetooth-speakers.tsx';
import './outputs-dialog.css';

const setup = createStationSetup(clientOptions);
const lookEveryMs = 3_000;

export function OutputsDialog() {
  const known = useSignal<PlayerOutputs | undefined>(undefined);
  const bluetooth = useSignal<Bluetooth | undefined>(undefined);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const closed = new AbortController();
    const { signal } = closed;
    const look = async () => {
      try {
        [known.value, bluetooth.value] = await Promise.all([
          stationPlayer.outputs({ signal }),
          stationPlayer.bluetooth({ signal }),
        ]);
      } catch (error) {
        if (signal.aborted) return;
        if (known.value === undefined) {
          showError(error);
          outputsDialog.close();
          return;
        }
      }
      timer = setTimeout(look, lookEveryMs);
    };
    void look();
    return () => {
      closed.abort();
      clearTimeout(timer);
    };
  }, []);
  return (
    <Dialog title={stationTexts.player.outputs} onClose={outputsDialog.close}>
      {known.value === undefined ? (
        <p class="soft">{texts.loading}</p>
      ) : known.value.can_choose ? (
        <Outputs
          {...known.value}
          onChoose={(id) => {
            stationPlayer.chooseOutput(id).then((now) => {
              known.value = now;
            }, showError);
          }}
        />
      ) : (
        <p>{texts.onPage}</p>
      )}
      {known.value?.can_choose && bluetooth.value?.available && <BluetoothSpeakers known={bluetooth} />}
    </Dialog>
  );
}

interface OutputsProps extends PlayerOutputs {
  onChoose: (id: string | null) => void;
}

function Outputs({ output, outputs, onChoose }: OutputsProps) {
  const isGone = outputs.some(({ id, connected }) => id === output && !connected);
  const playTest = () => setup.playTestSound().catch(showError);
  return (
    <div class="stack gap-4">
      <fieldset class="outputs-list">
        <legend class="unseen">{texts.list}</legend>
        <Choice
          name={texts.standard}
          note={texts.standardNote}
          isChosen={output === null}
          onChoose={() => onChoose(null)}
        />
        {outputs.map(({ id, name, connected, volume }) => (
          <Choice
            key={id}
            name={name}
            note={!connected ? texts.gone : volume === null ? '' : stationTexts.player.percent(volume)}
            isChosen={id === output}
            onChoose={() => onChoose(id)}
          />
        ))}
      </fieldset>
      <p class="small soft" role="status">
        {isGone ? texts.goneText : texts.hint}
      </p>
      {player.value?.state.status !== 'playing' && (
        <Button icon="volume" onClick={playTest}>
          {texts.test}
        </Button>
      )}
    </div>
  );
}

interface ChoiceProps {
  name: string;
  note: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ name, note, isChosen, onChoose }: ChoiceProps) {
  return (
    <label class="outputs-choice">
      <input type="radio" name="output" checked={isChosen} onChange={onChoose} />
      <span>
        <span class="bold">{name}</span>
        <span class="small soft">{note}</span>
      </span>
    </label>
  );
}

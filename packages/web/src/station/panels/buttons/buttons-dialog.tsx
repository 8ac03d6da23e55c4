import { useSignal } from '@preact/signals';
import type { Buttons } from '@stationery/client/player';
import { useEffect } from 'preact/hooks';
import { reportFailure, showError } from '../../../service/index.ts';
import { LoadedDialog } from '../../../service/loaded-dialog.tsx';
import { buttonsTexts as texts } from '../../../texts/buttons.ts';
import { stationTexts } from '../../../texts/station.ts';
import { Banner, DialogForm, Icon, IconButton, showToast } from '../../../ui/index.ts';
import { stationPlayer } from '../../client.ts';
import { ActionChoice } from '../../components/action-choice.tsx';
import { buttonsDialog } from '../../state/dialogs.ts';
import './buttons-dialog.css';

type Button = Buttons['buttons'][number];

export const ButtonsDialog = () => (
  <LoadedDialog
    title={stationTexts.player.buttons}
    read={() => stationPlayer.buttons()}
    onClose={buttonsDialog.close}
  >
    {(before) => <ButtonsForm before={before} />}
  </LoadedDialog>
);

function ButtonsForm({ before }: { before: Buttons }) {
  const buttons = useSignal<readonly Button[]>(before.buttons);
  const devices = useSignal(before.devices);
  const pressed = useSignal<string | undefined>(undefined);
  const pressedCount = useSignal(0);
  useEffect(() => {
    const closed = new AbortController();
    const follow = async () => {
      for (;;) {
        const control = await stationPlayer.waitForButton({ timeoutSeconds: 5, signal: closed.signal });
        devices.value = (await stationPlayer.buttons({ signal: closed.signal })).devices;
        if (control === null) continue;
        pressed.value = control;
        pressedCount.value++;
        if (!buttons.value.some((each) => each.control === control))
          buttons.value = [...buttons.value, { control, action: likelyAction(control) }];
      }
    };
    follow().catch((error: unknown) => {
      if (!closed.signal.aborted) showError(error);
    });
    return () => closed.abort();
  }, []);
  const save = async () => {
    if ((await reportFailure(() => stationPlayer.changeButtons([...buttons.value]))) === undefined) return;
    showToast({ message: texts.saved });
    buttonsDialog.close();
  };
  const names = (readable: boolean) =>
    [...new Set(devices.value.filter((each) => each.readable === readable).map(({ name }) => name))].join(
      ', ',
    );
  const connected = names(true);
  const unreadable = names(false);
  return (
    <DialogForm onSubmit={save} onCancel={buttonsDialog.close}>
      <div class="buttons-press stack gap-1" role="status">
        <p class="row bold">
          <Icon name="keyboard" /> {texts.press}
        </p>
        <p class="small soft">{texts.pressText}</p>
        <p class="small soft">{connected === '' ? texts.noDevices : texts.devices(connected)}</p>
      </div>
      {unreadable !== '' && <Banner tone="note" title={texts.unreadable(unreadable)} />}
      {buttons.value.length > 0 && (
        <ul class="buttons-list stack gap-4" aria-label={texts.list}>
          {buttons.value.map((button) => {
            const name = nameOf(button.control);
            const change = (others: readonly Button[]) => {
              buttons.value = buttons.value.flatMap((each) =>
                each.control === button.control ? others : [each],
              );
            };
            // A different key restarts the animation.
            const count = pressed.value === button.control ? pressedCount.value : 0;
            return (
              <li key={`${button.control} ${count}`} class={count > 0 ? 'buttons-pressed' : ''}>
                <span class="small bold">{name}</span>
                <ActionChoice
                  label={texts.action(name)}
                  labelUnseen
                  value={button}
                  onChange={(action) => change([{ control: button.control, ...action }])}
                />
                <IconButton icon="cross" label={texts.remove(name)} onClick={() => change([])} />
              </li>
            );
          })}
        </ul>
      )}
    </DialogForm>
  );
}

function nameOf(control: string): string {
  const [kind, code = '', direction] = control.split('-');
  return kind === 'knob' ? texts.knob(code, direction === 'up') : texts.key(code);
}

/** The codes are those of `linux/input-event-codes.h`. */
const mediaKeys: Record<string, Button['action']> = {
  'key-114': 'volume_down',
  'key-115': 'volume_up',
  'key-163': 'next',
  'key-165': 'previous',
  'key-128': 'stop',
  'key-166': 'stop',
  'key-142': 'sleep',
  'key-168': 'back',
  'key-208': 'forward',
};

function likelyAction(control: string): Button['action'] {
  if (control.startsWith('knob')) return control.endsWith('up') ? 'volume_up' : 'volume_down';
  return mediaKeys[control] ?? 'pause';
}

import { useSignal } from '@preact/signals';
import type { Setup } from '@stationery/client/station-setup';
import { sharedTexts } from '../../../texts/shared.ts';
import { setupTexts } from '../../../texts/station-setup.ts';
import { Banner, Button } from '../../../ui/index.ts';

interface FinishProps {
  setup: Setup;
  onApply: () => Promise<boolean>;
  onBack: (() => void) | undefined;
  onClose: () => void;
}

export function Finish({ setup, onApply, onBack, onClose }: FinishProps) {
  const texts = setupTexts.finish;
  const isSent = useSignal(false);
  const isBusy = useSignal(false);
  const hasWifi = setup.unavailable.every(({ step }) => step !== 'wifi');
  const cutsOff = hasWifi && setup.pending.some((step) => step !== 'access');
  const isOver = isSent.value && !setup.applying && setup.pending.length === 0;
  const send = async () => {
    isBusy.value = true;
    isSent.value = await onApply();
    isBusy.value = false;
  };
  return (
    <div class="stack gap-4">
      <h3 class="setup-question">{isOver ? texts.done : texts.title}</h3>
      {setup.problem !== null && (
        <Banner tone="danger" title={texts.problem}>
          {setupTexts.problems[setup.problem.code] ?? setup.problem.message}
        </Banner>
      )}
      {setup.applying ? (
        <p role="status">{texts.applying}</p>
      ) : (
        !isOver && <p>{setup.pending.length > 0 ? texts.text : texts.nothing}</p>
      )}
      {cutsOff && (
        <p class="setup-note">
          {texts.rejoin(setup.wifi.name)} <span class="code">http://station.local</span>
        </p>
      )}
      {setup.unavailable.map(({ step, code }) => (
        <p key={step} class="small soft">
          <span class="bold">{setupTexts.steps[step]}.</span> {setupTexts.unavailable[code]}
        </p>
      ))}
      <div class="dialog-actions wrap">
        {onBack !== undefined && !isSent.value && <Button onClick={onBack}>{setupTexts.back}</Button>}
        {isOver || setup.applying ? (
          <Button kind="primary" onClick={onClose}>
            {sharedTexts.close}
          </Button>
        ) : (
          <Button kind="primary" busy={isBusy.value} onClick={() => void send()}>
            {texts.finish}
          </Button>
        )}
      </div>
    </div>
  );
}

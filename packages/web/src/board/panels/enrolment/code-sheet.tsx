import { useSignal } from '@preact/signals';
import { boardTexts } from '../../../texts/board.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { bound } from '../../../ui/bound.ts';
import { formatMinutes } from '../../../ui/format.ts';
import { Button, QrCode, Segmented } from '../../../ui/index.ts';
import { isLoopback } from '../../../ui/is-loopback.ts';
import { useSecondsUntil } from '../../../ui/use-ticks.ts';
import { Command } from '../../components/command.tsx';
import { addDeviceDialog } from '../../state/dialogs.ts';
import type { OpenCode } from '../../state/enrolment.ts';
import { joinCommand } from '../../state/join-command.ts';

const texts = boardTexts.enrolment;
type Kind = keyof typeof texts.kinds;

interface CodeSheetProps {
  code: OpenCode;
  isBusy: boolean;
  onNewCode: () => void;
}

export function CodeSheet({ code: open, isBusy, onNewCode }: CodeSheetProps) {
  const kind = useSignal<Kind>('plotter');
  const leftSeconds = useSecondsUntil(open.untilMs);
  const command = joinCommand(location.origin, open, kind.value);
  if (leftSeconds === 0)
    return (
      <>
        <p role="status">{texts.expired}</p>
        <div class="dialog-actions wrap">
          <Button onClick={addDeviceDialog.close}>{sharedTexts.close}</Button>
          <Button kind="primary" busy={isBusy} onClick={onNewCode}>
            {texts.newCode}
          </Button>
        </div>
      </>
    );
  return (
    <>
      <div class="enrolment-code stack gap-1">
        <output class="enrolment-letters" aria-label={texts.code}>
          {open.code}
        </output>
        <p class="soft small" role="timer">
          {texts.remaining(formatMinutes(leftSeconds))}
        </p>
      </div>
      <Segmented label={texts.kind} options={texts.kinds} {...bound(kind)} />
      <div class="enrolment-step stack">
        <p>{texts.run}</p>
        <Command>{command}</Command>
        <div class="enrolment-scan row gap-3">
          <QrCode text={command} label={texts.scanLabel} />
          <p class="soft small">{texts.scan}</p>
        </div>
        {command.includes(' --ca ') && <p class="soft small">{texts.certificate}</p>}
        {isLoopback(location.hostname) && <p class="soft small">{texts.local(location.host)}</p>}
      </div>
      <p>{texts.restart}</p>
      <div class="dialog-actions wrap">
        <Button onClick={addDeviceDialog.close}>{sharedTexts.close}</Button>
      </div>
    </>
  );
}

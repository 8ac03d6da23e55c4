import { isBusy } from '../../../service/index.ts';
import { connectionTexts as texts } from '../../../texts/connection.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button, Dialog } from '../../../ui/index.ts';
import { StopButton } from '../../components/stop-button.tsx';
import { disconnect } from '../../state/connection.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { connectionDialog } from '../../state/dialogs.ts';
import { isReachable, isRunning, needsAttention, type PlotterLink, status } from '../../state/store.ts';
import { ConnectButton, stateOf, toneOf } from './connection-state.tsx';
import './connection-dialog.css';
import { Ports } from './ports.tsx';

export function ConnectionDialog() {
  const now = status.value;
  const link = now?.link;
  const isVirtual = now?.portPath.startsWith('sim:') === true;
  return (
    <Dialog
      title={plotterTexts.menu.connection}
      onClose={connectionDialog.close}
      actions={
        <>
          <StopButton />
          {link && <ConnectButton link={link} />}
          {link && link.state !== 'closed' && link.state !== 'waiting' && <DisconnectButton />}
        </>
      }
    >
      {link === undefined ? (
        <p class="soft">{sharedTexts.loading}</p>
      ) : (
        <div class="connection-facts stack">
          <p class={`connection-state connection-${toneOf(link)}`}>{stateOf(link)}</p>
          <p class="soft small">
            {texts.port} <code>{isVirtual ? texts.virtualPort : now?.portPath}</code>
          </p>
          <Explanation link={link} isVirtual={isVirtual} />
        </div>
      )}
      <Ports />
    </Dialog>
  );
}

function Explanation({ link, isVirtual }: { link: PlotterLink; isVirtual: boolean }) {
  const words = [
    'reason' in link ? describeReason(link) : '',
    needsAttention(link) ? '' : texts.next[link.state],
    isVirtual && isReachable.value ? texts.virtual : '',
  ].filter((text) => text !== '');
  return words.length === 0 ? null : <p class="small">{words.join(' ')}</p>;
}

function DisconnectButton() {
  return (
    <Button
      icon="unlink"
      busy={isBusy('disconnect')}
      disabled={isRunning.value}
      title={isRunning.value ? texts.running : undefined}
      onClick={disconnect}
    >
      {texts.disconnect}
    </Button>
  );
}

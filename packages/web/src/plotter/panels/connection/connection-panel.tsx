import { signal } from '@preact/signals';
import { plotterTexts } from '../../../texts/plotter.ts';
import { Button, Panel } from '../../../ui/index.ts';
import { plotter } from '../../client.ts';
import { openMachineDialog } from '../../state/dialogs.ts';
import { isBusy, runAction } from '../../state/run-action.ts';
import { isReachable, isRunning, type PlotterLink, status } from '../../state/store.ts';
import './connection.css';
import { PortsDialog } from './ports-dialog.tsx';

const texts = plotterTexts.connection;
const arePortsOpen = signal(false);

/** Whether the plotter is connected, and what can be done about it. */
export function ConnectionPanel() {
  const now = status.value;
  const link = now?.link;
  const isVirtual = now?.portPath.startsWith('sim:') === true;
  return (
    <Panel title={texts.title}>
      {link === undefined ? (
        <p class="soft">{plotterTexts.loading}</p>
      ) : (
        <>
          <div class="connection-now">
            <p class={`connection-state connection-${toneOf(link)}`} role="status">
              {texts.state[link.state]}
            </p>
            <p class="soft small">
              {texts.port} <code>{isVirtual ? texts.virtualPort : now?.portPath}</code>
            </p>
          </div>
          <Explanation link={link} isVirtual={isVirtual} />
          <div class="connection-actions">
            <ConnectButton link={link} />
            <Button kind="quiet" onClick={openPorts}>
              {texts.ports}
            </Button>
            <Button kind="quiet" onClick={openMachineDialog}>
              {texts.machine}
            </Button>
          </div>
        </>
      )}
      {arePortsOpen.value && <PortsDialog onClose={closePorts} />}
    </Panel>
  );
}

const openPorts = () => {
  arePortsOpen.value = true;
};
const closePorts = () => {
  arePortsOpen.value = false;
};

function Explanation({ link, isVirtual }: { link: PlotterLink; isVirtual: boolean }) {
  const words = [
    'reason' in link ? link.reason : '',
    texts.next[link.state],
    isVirtual && isReachable.value ? texts.virtual : '',
  ].filter((text) => text !== '');
  return words.length === 0 ? null : <p class="small">{words.join(' ')}</p>;
}

function ConnectButton({ link }: { link: PlotterLink }) {
  const connect = () => void runAction('connect', () => plotter.connect());
  if (link.state === 'closed') {
    return (
      <Button kind="primary" icon="link" busy={isBusy('connect')} onClick={connect}>
        {texts.connect}
      </Button>
    );
  }
  if (link.state === 'waiting') {
    return (
      <Button icon="retry" busy={isBusy('connect')} onClick={connect}>
        {texts.retry}
      </Button>
    );
  }
  return (
    <Button
      icon="unlink"
      busy={isBusy('disconnect')}
      disabled={isRunning.value}
      title={isRunning.value ? texts.running : undefined}
      onClick={() => void runAction('disconnect', () => plotter.disconnect())}
    >
      {texts.disconnect}
    </Button>
  );
}

function toneOf({ state }: PlotterLink): 'good' | 'wait' | 'bad' {
  if (state === 'ready' || state === 'busy') return 'good';
  return state === 'closed' || state === 'waiting' ? 'bad' : 'wait';
}

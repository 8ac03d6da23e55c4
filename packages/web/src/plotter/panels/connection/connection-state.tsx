import { connectionMark, isBusy, isLive } from '../../../service/index.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { sharedTexts } from '../../../texts/shared.ts';
import { Button } from '../../../ui/index.ts';
import { connect } from '../../state/connection.ts';
import { connectionDialog, setupDialog } from '../../state/dialogs.ts';
import { needsAttention, type PlotterLink, status } from '../../state/store.ts';
import './connection.css';

const texts = plotterTexts.connection;

export function ConnectionState() {
  const link = status.value?.link;
  // Without the service, the state of the link is unknown.
  const isKnown = isLive.value && link !== undefined;
  const tone = isKnown ? toneOf(link) : connectionMark.value === 'lost' ? 'bad' : 'wait';
  const words = isKnown ? stateOf(link) : sharedTexts.connection[connectionMark.value];
  return (
    <div class="connection-now row" role="status">
      <button
        type="button"
        class={`connection-state connection-${tone}`}
        onClick={() => connectionDialog.open()}
      >
        <span class="ellipsis">{words}</span>
      </button>
      {isKnown && <ConnectButton link={link} />}
      {isKnown && (status.value?.recognised === false || isWrongMachine(link)) && (
        <Button onClick={() => setupDialog.open()}>{texts.which}</Button>
      )}
    </div>
  );
}

/** Shown only while the plotter is not connected. */
export function ConnectButton({ link: { state } }: { link: PlotterLink }) {
  if (state !== 'closed' && state !== 'waiting') return null;
  const isClosed = state === 'closed';
  return (
    <Button
      kind={isClosed ? 'primary' : 'plain'}
      icon={isClosed ? 'link' : 'retry'}
      busy={isBusy('connect')}
      onClick={connect}
    >
      {isClosed ? texts.connect : sharedTexts.tryNow}
    </Button>
  );
}

/** Returns whether the port has a different machine. Reconnecting does not help; the user has to choose the plotter. */
const isWrongMachine = (link: PlotterLink) => 'cause' in link && link.cause.code === 'wrong-machine';

export function stateOf(link: PlotterLink): string {
  return needsAttention(link) ? texts.attention : texts.state[link.state];
}

export function toneOf(link: PlotterLink): 'good' | 'wait' | 'bad' {
  const { state } = link;
  if (needsAttention(link)) return 'bad';
  if (state === 'ready' || state === 'busy') return 'good';
  return state === 'closed' || state === 'waiting' ? 'bad' : 'wait';
}

import { ConnectionBanner, connectionMark, TokenQuestion, tokenWanted } from '../../service/index.ts';
import { boardTexts } from '../../texts/board.ts';
import { Banner, ConnectionMark, DropAnywhere, Question, Shell } from '../../ui/index.ts';
import { AlarmsPanel } from '../panels/alarms/alarms-panel.tsx';
import { CollectionsDialog } from '../panels/collections/collections-dialog.tsx';
import { DevicesPanel } from '../panels/devices/devices-panel.tsx';
import { AddDeviceDialog } from '../panels/enrolment/add-device-dialog.tsx';
import { EnrolledDialog } from '../panels/enrolment/enrolled-dialog.tsx';
import { JobQuestion } from '../panels/queue/job-question.tsx';
import { QueuePanel } from '../panels/queue/queue-panel.tsx';
import { ChangePlottersDialog } from '../panels/submit/change-plotters-dialog.tsx';
import { SubmitDialog } from '../panels/submit/submit-dialog.tsx';
import { TapsDialog } from '../panels/taps/taps-dialog.tsx';
import { alarms } from '../state/alarms.ts';
import { describeReason } from '../state/describe-reason.ts';
import { revokeQuestion } from '../state/dialogs.ts';
import { revoke } from '../state/enrolment.ts';
import { devices, isViewer, jobs, status } from '../state/store.ts';
import { offerDrawings } from '../state/submit-drawings.ts';
import './board-page.css';

export function BoardPage() {
  const all = [...(devices.value?.values() ?? [])];
  const online = all.filter(({ isOnline }) => isOnline).length;
  // Shows all panels at the same time, so that no panel moves while the page loads.
  const isReady = devices.value !== undefined && jobs.value !== undefined;
  return (
    <Shell
      kind={boardTexts.kind}
      title={<h1>{boardTexts.title}</h1>}
      facts={
        isReady && (
          <>
            <span>{boardTexts.online(online, all.length)}</span>
            {isViewer.value && <span>{boardTexts.viewer}</span>}
          </>
        )
      }
      status={<ConnectionMark state={connectionMark.value} />}
      banner={
        <>
          <ConnectionBanner />
          <BrokerBanner />
        </>
      }
    >
      {tokenWanted.value !== undefined ? (
        <TokenQuestion />
      ) : !isReady ? (
        <p class="page-loading soft">{boardTexts.loading}</p>
      ) : (
        <div class="board-layout stack gap-4">
          <nav class="section-links" aria-label={boardTexts.sections}>
            {alarms.value.length > 0 && <a href="#alarms">{boardTexts.alarms.title}</a>}
            <a href="#devices">{boardTexts.devices.title}</a>
            <a href="#queue">{boardTexts.queue.title}</a>
          </nav>
          <AlarmsPanel />
          <DevicesPanel />
          <QueuePanel />
          {!isViewer.value && <DropAnywhere label={boardTexts.submit.drop} onDrop={offerDrawings} />}
          <SubmitDialog />
          <ChangePlottersDialog />
          <JobQuestion />
          <TapsDialog />
          <CollectionsDialog />
          <AddDeviceDialog />
          <EnrolledDialog />
          <RevokeQuestion />
        </div>
      )}
    </Shell>
  );
}

function BrokerBanner() {
  const broker = status.value?.broker;
  if (broker === undefined || broker.state === 'connected') return null;
  const { title, next } = brokerTexts(broker.state);
  return (
    <Banner tone={broker.state === 'connecting' ? 'waiting' : 'danger'} title={title(broker.address)}>
      {[next, broker.why && describeReason(broker.why)].filter(Boolean).join(' ')}
    </Banner>
  );
}

function brokerTexts(state: 'connecting' | 'refused' | 'failing' | 'disk-full') {
  if (state === 'disk-full') return { title: boardTexts.brokerFull, next: boardTexts.brokerFullNext };
  if (state === 'failing') return { title: boardTexts.brokerFails, next: null };
  if (state === 'refused') return { title: boardTexts.brokerRefuses, next: null };
  return { title: boardTexts.brokerAway, next: boardTexts.brokerAwayNext };
}

const texts = boardTexts.enrolment;

function RevokeQuestion() {
  const device = revokeQuestion.value;
  if (device === undefined) return null;
  return (
    <Question
      title={texts.revokeTitle(device.name)}
      yes={texts.revoke}
      onYes={() => void revoke(device)}
      onClose={revokeQuestion.close}
    >
      <p>{texts.revokeText(device.id)}</p>
    </Question>
  );
}

import { useSignal } from '@preact/signals';
import type { BoardJob } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { number } from '../../../texts/format.ts';
import { Badge, Button, IconButton, LongList, Panel } from '../../../ui/index.ts';
import { DeviceLink, DeviceLinkById } from '../../components/device-link.tsx';
import { type Alarm, type AlarmKind, alarmKinds, alarms, dismiss } from '../../state/alarms.ts';
import { nameOf } from '../../state/device-order.ts';
import { changePlottersDialog, jobQuestion } from '../../state/dialogs.ts';
import { jobName } from '../../state/job-actions.ts';
import { waitingCopies } from '../../state/queue-lists.ts';
import { isViewer } from '../../state/store.ts';
import './alarms.css';

const texts = boardTexts.alarms;
/** Low, so that the devices below stay visible. */
const firstShown = 3;
/** Longer lists render only the visible rows. */
const maxInColumns = 200;

export function AlarmsPanel() {
  const showsAll = useSignal(false);
  const chosen = useSignal<AlarmKind | undefined>(undefined);
  const all = alarms.value;
  if (all.length === 0) return null;
  const counts = alarmKinds
    .map((kind) => ({ kind, count: all.filter((alarm) => alarm.kind === kind).length }))
    .filter(({ count }) => count > 0);
  const isChosenThere = counts.some(({ kind }) => kind === chosen.value);
  const wanted = isChosenThere ? all.filter(({ kind }) => kind === chosen.value) : all;
  const isLong = wanted.length > firstShown;
  const shown = showsAll.value ? wanted : wanted.slice(0, firstShown);
  return (
    <Panel
      title={texts.title}
      aside={number(all.length)}
      class="alarms"
      anchor="alarms"
      actions={
        isLong ? (
          <Button
            kind="quiet"
            aria-expanded={showsAll.value}
            onClick={() => {
              showsAll.value = !showsAll.value;
            }}
          >
            {showsAll.value ? texts.showLess : texts.showAll(wanted.length)}
          </Button>
        ) : undefined
      }
    >
      {all.length > firstShown && counts.length > 1 && (
        <div class="alarm-kinds wrap">
          {counts.map(({ kind, count }) => (
            <button
              key={kind}
              type="button"
              class="alarm-kind"
              aria-pressed={chosen.value === kind}
              onClick={() => {
                chosen.value = chosen.value === kind ? undefined : kind;
              }}
            >
              {texts.kinds[kind]} <strong>{number(count)}</strong>
            </button>
          ))}
        </div>
      )}
      <LongList
        class={`alarm-list ${shown.length > maxInColumns ? 'alarm-list-long' : ''}`}
        items={shown}
        rowPixels={64}
        nameOf={({ device, job }) => (device === undefined ? jobName(job) : nameOf(device))}
      >
        {(alarm, position, of) => <AlarmRow key={alarm.key} alarm={alarm} position={position} of={of} />}
      </LongList>
    </Panel>
  );
}

const urgent: readonly AlarmKind[] = ['needsPen', 'needsPaper', 'interrupted'];

function AlarmRow({ alarm, position, of }: { alarm: Alarm; position: number; of: number }) {
  const { kind, reason, job, device } = alarm;
  return (
    <li class="alarm" aria-posinset={position} aria-setsize={of}>
      <Badge tone={urgent.includes(kind) ? 'now' : 'bad'}>{texts.kinds[kind]}</Badge>
      <div class="alarm-words">
        <p class="alarm-who wrap">
          {device !== undefined ? (
            <DeviceLink device={device} />
          ) : (
            <>
              <strong>{jobName(job)}</strong>
              {kind === 'nobodyCan' && job.copies > 1 && (
                <span class="soft">{boardTexts.openJobs(waitingCopies(job).length)}</span>
              )}
              {'device' in job.state && <DeviceLinkById id={job.state.device} />}
            </>
          )}
        </p>
        <p class="small soft two-lines" title={reason}>
          {texts.next[kind](reason)}
        </p>
      </div>
      {job !== undefined && (!isViewer.value || kind === 'failedJob') && (
        <AlarmAction kind={kind} job={job} />
      )}
    </li>
  );
}

function AlarmAction({ kind, job }: { kind: AlarmKind; job: BoardJob }) {
  const name = jobName(job);
  if (kind === 'interrupted')
    return (
      <Button
        icon="retry"
        class="button-small rigid"
        aria-label={boardTexts.queue.drawAgainLabel(name)}
        onClick={() => jobQuestion.open({ about: 'drawAgain', job })}
      >
        {boardTexts.queue.drawAgain}
      </Button>
    );
  if (kind === 'nobodyCan')
    return (
      <IconButton
        icon="sliders"
        label={boardTexts.submit.changeTitle(name)}
        onClick={() => changePlottersDialog.open(job)}
      />
    );
  return <IconButton icon="cross" label={texts.dismiss(name)} onClick={() => dismiss(job)} />;
}

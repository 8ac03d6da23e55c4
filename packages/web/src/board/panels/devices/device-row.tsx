import type { BoardDevice } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { formatBytes, formatDuration, formatPercent } from '../../../ui/format.ts';
import { Badge, Bar, BarWithWords, Icon, type RowPlace, type Tone } from '../../../ui/index.ts';
import { DeviceLink } from '../../components/device-link.tsx';
import { type Activity, activityOf } from '../../state/alarms.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { isCardFull, type Station } from '../../state/device-condition.ts';
import { nameOf } from '../../state/device-order.ts';
import { formatWhen } from '../../state/format-when.ts';
import { draggedJob, dropOnDevice } from '../../state/job-actions.ts';

function StationFacts({ station: { lastTap, collection } }: { station: Station }) {
  const tap = lastTap === null ? texts.noTap : texts.lastTap(lastTap.tag, formatWhen(lastTap.at));
  const carried = collection === null ? undefined : describeCollection(collection);
  return (
    <>
      <span title={tap}>{tap}</span>
      {carried !== undefined && (
        <span title={collection?.why ? describeReason(collection.why) : carried}>{carried}</span>
      )}
    </>
  );
}

function CardSpace({ name, station }: { name: string; station: Station }) {
  const { freeBytes, totalBytes } = station.card;
  if (freeBytes === null || totalBytes === null) return <span class="soft small">{texts.noCard}</span>;
  return (
    <BarWithWords
      class="bar-beside device-card"
      label={texts.cardSpace(name)}
      part={totalBytes === 0 ? 1 : 1 - freeBytes / totalBytes}
      valueText={texts.cardFree(formatBytes(freeBytes))}
      tone={isCardFull(station) ? 'danger' : 'accent'}
    />
  );
}

function describeCollection(collection: NonNullable<Station['collection']>): string {
  const { name, version, wanted, state, progress } = collection;
  const carried = texts.collection(name, version);
  if (wanted === null || wanted === version) return carried;
  if (state === 'downloading') return `${carried}, ${texts.downloading(wanted, formatPercent(progress))}`;
  if (state === 'failed') return `${carried}, ${boardTexts.alarms.kinds.collection}`;
  return `${carried}, ${texts.waitsFor(wanted)}`;
}

const texts = boardTexts.devices;

const tones: Record<Activity, Tone> = {
  offline: 'bad',
  busy: 'now',
  free: 'good',
  notFree: 'plain',
  out: 'plain',
  ready: 'good',
  trouble: 'bad',
};

export function DeviceRow({ device, position, of }: { device: BoardDevice } & RowPlace) {
  const { id, state } = device;
  const { plotter, station } = state;
  const isTarget = plotter !== undefined && draggedJob.value !== undefined;
  return (
    <li
      class={`device ${device.isOnline ? '' : 'device-away'} ${isTarget ? 'device-target' : ''}`}
      data-device={id}
      title={isTarget ? texts.dropHere(nameOf(device)) : undefined}
      aria-posinset={position}
      aria-setsize={of}
      onDragOver={(event) => {
        if (isTarget) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!isTarget) return;
        event.preventDefault();
        dropOnDevice(id);
      }}
    >
      <span class="device-kind" title={plotter === undefined ? texts.station : texts.plotter}>
        <Icon name={plotter === undefined ? 'tag' : 'pen'} />
      </span>
      <div>
        <p>
          <DeviceLink device={device} />
        </p>
        <p class="device-about ellipsis" title={id}>
          {[texts.version(state.version), ...state.tags].join(' · ')}
        </p>
      </div>
      <DeviceNow device={device} />
      <div class="device-facts">
        {plotter !== undefined && (
          <>
            {plotter.paper !== null && <span>{texts.paper(plotter.paper)}</span>}
            {plotter.pens.length > 0 && <span>{texts.pens(plotter.pens.join(', '))}</span>}
          </>
        )}
        {station !== undefined && <StationFacts station={station} />}
      </div>
    </li>
  );
}

function DeviceNow({ device }: { device: BoardDevice }) {
  const activity = activityOf(device);
  const { plotter, station, name } = device.state;
  const job = plotter?.job ?? undefined;
  const word = activity === 'busy' && job ? texts.jobStates[job.state] : texts.activity[activity];
  const isIdle = activity === 'notFree' || activity === 'out';
  return (
    <div class="device-now stack gap-1">
      <p class="device-state wrap">
        <Badge tone={tones[activity]}>{word}</Badge>
        {job !== undefined && <span class="ellipsis">{job.name ?? texts.unnamedJob}</span>}
        {isIdle && plotter?.whyNotFree && (
          <span class="soft small">{describeReason(plotter.whyNotFree)}</span>
        )}
        {station !== undefined && <span class="soft small">{texts.readers[station.reader]}</span>}
      </p>
      {station !== undefined && <CardSpace name={name} station={station} />}
      {job !== undefined && (
        <div class="bar-beside stack">
          <Bar
            label={texts.progress(job.name ?? name)}
            part={job.progress}
            valueText={formatPercent(job.progress)}
          />
          <span class="soft small">
            {formatPercent(job.progress)}
            {job.remainingMs !== null &&
              device.isOnline &&
              ` · ${texts.left(formatDuration(job.remainingMs / 1000))}`}
          </span>
        </div>
      )}
    </div>
  );
}

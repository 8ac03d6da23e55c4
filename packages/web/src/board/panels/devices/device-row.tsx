import type { BoardDevice } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Bar, formatDuration, formatPercent, Icon, type RowPlace } from '../../../ui/index.ts';
import { DeviceLink } from '../../components/device-link.tsx';
import { type Activity, activityOf } from '../../state/device-condition.ts';
import { nameOf } from '../../state/device-order.ts';
import { draggedJob, dropOnDevice } from '../../state/job-actions.ts';
import { CardSpace, ReaderState, StationFacts } from './station-facts.tsx';

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

/** A waiting job can be dropped on a plotter. */
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
      <div class="device-who">
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
    <div class="device-now">
      <p class="device-state wrap">
        <Badge tone={tones[activity]}>{word}</Badge>
        {job !== undefined && <span class="device-job ellipsis">{job.name ?? texts.unnamedJob}</span>}
        {isIdle && plotter?.whyNotFree && (
          <span class="soft small">{texts.whyNotFree(plotter.whyNotFree)}</span>
        )}
        {station !== undefined && <ReaderState reader={station.reader} />}
      </p>
      {station !== undefined && <CardSpace name={name} station={station} />}
      {job !== undefined && (
        <div class="device-progress stack">
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

import type { BoardCollection, BoardDevice } from '@stationery/client/board';
import { useId } from 'preact/hooks';
import { boardTexts } from '../../../texts/board.ts';
import { formatBytes } from '../../../ui/format.ts';
import { Badge, BarWithWords, Dialog, EmptyState, type Tone } from '../../../ui/index.ts';
import { Command } from '../../components/command.tsx';
import {
  collections,
  collectionsProblem,
  progressOfRollOut,
  type RollOutProgress,
  readCollections,
} from '../../state/collections.ts';
import { describeReason } from '../../state/describe-reason.ts';
import { deviceName, nameOf } from '../../state/device-order.ts';
import { collectionsDialog } from '../../state/dialogs.ts';
import { formatWhen } from '../../state/format-when.ts';
import { isViewer } from '../../state/store.ts';
import { useRegularly } from '../../state/use-regularly.ts';
import { PublishForm } from './publish-form.tsx';
import { RollOutForm } from './roll-out-form.tsx';
import './collections.css';

const texts = boardTexts.collections;
/** Polls because other users may publish or roll out. Stations report their own progress, so it needs no polling. */
const lookMs = 10_000;
const namesShown = 5;

export function CollectionsDialog() {
  return collectionsDialog.value ? <Collections /> : null;
}

function Collections() {
  useRegularly(lookMs, readCollections);
  const all = collections.value;
  return (
    <Dialog title={texts.title} onClose={collectionsDialog.close} wide>
      {all === undefined ? (
        <p class="soft">{collectionsProblem.value ?? boardTexts.loading}</p>
      ) : all.length === 0 ? (
        <EmptyState
          title={texts.emptyTitle}
          action={!isViewer.value && <Command>stationery collection export kitchen.tar</Command>}
        >
          {isViewer.value ? texts.emptyForViewers : texts.empty}
        </EmptyState>
      ) : (
        all.map((collection) => <Collection key={collection.name} collection={collection} />)
      )}
      {all !== undefined && !isViewer.value && <PublishForm />}
    </Dialog>
  );
}

const tones: Record<RollOutProgress['state'], Tone> = {
  none: 'plain',
  running: 'now',
  complete: 'good',
  stopped: 'bad',
};

function Collection({ collection }: { collection: BoardCollection }) {
  const id = useId();
  const { name, newest, rollOut, tooSmall } = collection;
  const progress = progressOfRollOut(collection);
  const { state, followers, wanted, open } = progress;
  const facts = texts.facts(newest.version, newest.files, formatBytes(newest.bytes), newest.tags);
  return (
    <section class="collection" aria-labelledby={id}>
      <div>
        <h3 id={id} class="large">
          {name}
        </h3>
        <p class="soft small">
          {facts}, {texts.published(formatWhen(newest.publishedAt))}
        </p>
      </div>
      <p class="collection-now wrap">
        <Badge tone={tones[state]}>{texts.states[state]}</Badge>
        {rollOut !== null && <span>{texts.rolledOut(rollOut.version, texts.stages[rollOut.stage])}</span>}
        {rollOut === null && followers.length > 0 && <span>{texts.followers(followers.length)}</span>}
      </p>
      {wanted.length > 0 && (
        <BarWithWords
          class="bar-beside gap-3"
          label={texts.progress(name)}
          part={(wanted.length - open.length) / wanted.length}
          valueText={texts.carry(wanted.length - open.length, wanted.length)}
          tone={state === 'complete' ? 'good' : 'accent'}
        />
      )}
      {open.length > 0 && <p class="small">{texts.notYet(listed(open.map(describe)))}</p>}
      {tooSmall.length > 0 && <p class="small danger">{texts.tooSmall(listed(tooSmall.map(deviceName)))}</p>}
      {followers.length === 0 ? (
        <div class="stack">
          <p class="small">{texts.noFollowers}</p>
          <Command>{name}</Command>
        </div>
      ) : (
        !isViewer.value && (
          <RollOutForm
            // Resets the form when the newest version or the roll-out changes.
            key={`${newest.version} ${rollOut?.version} ${rollOut?.stage} ${rollOut?.isStopped}`}
            collection={collection}
            progress={progress}
          />
        )
      )}
    </section>
  );
}

function describe(device: BoardDevice): string {
  const why = device.state.station?.collection?.why;
  const reason = device.isOnline ? why && describeReason(why) : boardTexts.devices.activity.offline;
  return reason ? `${nameOf(device)} (${reason})` : nameOf(device);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(', ');
  return names.length > namesShown ? texts.more(shown, names.length - namesShown) : shown;
}

import { useSignal } from '@preact/signals';
import type { BoardCollection } from '@stationery/client/board';
import { isBusy } from '../../../service/index.ts';
import { boardTexts } from '../../../texts/board.ts';
import { bound } from '../../../ui/bound.ts';
import { Button, Checkbox, ChoiceField, Dialog, Question } from '../../../ui/index.ts';
import type { Options } from '../../../ui/options.ts';
import {
  deleteVersion,
  isInUse,
  type RollOutProgress,
  rollOut,
  stopRollOut,
} from '../../state/collections.ts';
import { nameOf } from '../../state/device-order.ts';

const texts = boardTexts.collections;
type Stage = keyof typeof texts.stages;
/** Versions offered in the form. Earlier ones can be rolled out on the command line. */
const versionsShown = 50;

interface RollOutFormProps {
  collection: BoardCollection;
  progress: RollOutProgress;
}

export function RollOutForm({ collection, progress }: RollOutFormProps) {
  const { name, newest, rollOut: now } = collection;
  const version = useSignal(newest.version);
  const stage = useSignal<Stage>(nextStage(now, newest.version));
  const first = useSignal('');
  const isForced = useSignal(false);
  const wasRefused = useSignal(false);
  const asksDelete = useSignal(false);
  const isNew = version.value !== now?.version;
  const isBack = now !== null && version.value < now.version;
  const isOver = !isNew && now?.stage === 'all' && progress.state === 'complete';
  const mayStop = now !== null && (progress.state === 'running' || now.stage !== 'all') && !now.isStopped;

  const submit = async () => {
    const wanted = {
      stage: stage.value,
      version: version.value,
      ...(stage.value === 'one' && isNew && first.value !== '' && { first: first.value }),
      ...(isForced.value && { force: true }),
    };
    wasRefused.value = !(await rollOut(name, wanted));
  };

  return (
    <form
      class="roll-out"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <ChoiceField
        label={texts.version}
        value={String(version.value)}
        options={versionOptions(collection.versions)}
        onChange={(value) => {
          version.value = Number(value);
          stage.value = nextStage(now, version.value);
        }}
      />
      <ChoiceField<Stage> label={texts.stage} {...bound(stage)} options={texts.stages} />
      {stage.value === 'one' && isNew && (
        <ChoiceField
          label={texts.first}
          {...bound(first)}
          options={{
            '': texts.anyStation,
            ...Object.fromEntries(progress.followers.map((device) => [device.id, nameOf(device)])),
          }}
        />
      )}
      {(wasRefused.value || collection.tooSmall.length > 0) && (
        <Checkbox label={texts.anyway} {...bound(isForced)} />
      )}
      <div class="roll-out-actions wrap">
        {version.value !== newest.version && (
          <Button kind="quiet" onClick={() => (asksDelete.value = true)}>
            {texts.delete}
          </Button>
        )}
        {mayStop && <Button onClick={() => void stopRollOut(name)}>{texts.stop}</Button>}
        <Button kind="primary" type="submit" busy={isBusy(`roll out ${name}`)} disabled={isOver}>
          {isBack ? texts.goBack : texts.rollOut}
        </Button>
      </div>
      {asksDelete.value && (
        <DeleteQuestion
          collection={collection}
          version={version.value}
          onClose={() => (asksDelete.value = false)}
        />
      )}
    </form>
  );
}

interface DeleteQuestionProps {
  collection: BoardCollection;
  version: number;
  onClose: () => void;
}

function DeleteQuestion({ collection, version, onClose }: DeleteQuestionProps) {
  const { name } = collection;
  if (isInUse(collection, version))
    return (
      <Dialog title={texts.inUseTitle(version)} onClose={onClose}>
        <p>{texts.inUse}</p>
      </Dialog>
    );
  return (
    <Question
      title={texts.deleteTitle(version, name)}
      yes={texts.delete}
      onYes={() => void deleteVersion(name, version)}
      onClose={onClose}
    >
      <p>{texts.deleteText}</p>
    </Question>
  );
}

/**
 * Returns the stage to suggest. A newer version goes to one station, then to a tenth, then to all. An older version
 * goes to all at once.
 */
function nextStage(now: BoardCollection['rollOut'], version: number): Stage {
  if (now === null || version > now.version) return 'one';
  if (version < now.version) return 'all';
  if (now.isStopped) return now.stage;
  return now.stage === 'one' ? 'tenth' : 'all';
}

function versionOptions(versions: readonly number[]): Options<string> {
  const newest = versions.at(-1);
  const shown = versions.slice(-versionsShown).reverse();
  return shown.map((version) => [String(version), texts.versionOption(version, version === newest)]);
}

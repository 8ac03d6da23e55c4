import { useSignal } from '@preact/signals';
import type { EnrolledDevice } from '@stationery/client/board';
import { boardTexts } from '../../../texts/board.ts';
import {
  Badge,
  Button,
  Dialog,
  EmptyState,
  LongList,
  type RowPlace,
  SearchField,
  type Tone,
} from '../../../ui/index.ts';
import { matches } from '../../../ui/search.ts';
import { addDeviceDialog, enrolledDialog, revokeQuestion } from '../../state/dialogs.ts';
import { enrolled, enrolledProblem, readEnrolled } from '../../state/enrolment.ts';
import { formatWhen } from '../../state/format-when.ts';
import { devices } from '../../state/store.ts';
import { useRegularly } from '../../state/use-regularly.ts';
import { NoCredentials } from './no-credentials.tsx';
import './enrolment.css';

const texts = boardTexts.enrolment;
const lookMs = 5_000;
/** Shorter lists have no search field. */
const searchFrom = 10;

export function EnrolledDialog() {
  return enrolledDialog.value ? <Enrolled /> : null;
}

function Enrolled() {
  useRegularly(lookMs, readEnrolled);
  const all = enrolled.value;
  return (
    <Dialog title={texts.title} onClose={enrolledDialog.close} wide>
      {all === undefined ? (
        <p class="soft">{enrolledProblem.value ?? boardTexts.loading}</p>
      ) : all === 'none' ? (
        <NoCredentials />
      ) : all.length === 0 ? (
        <EmptyState title={texts.none} action={<AddButton />} />
      ) : (
        <>
          <EnrolledList all={all} />
          <div class="dialog-actions wrap">
            <AddButton />
          </div>
        </>
      )}
    </Dialog>
  );
}

function AddButton() {
  return (
    <Button
      kind="primary"
      icon="plus"
      onClick={() => {
        enrolledDialog.close();
        addDeviceDialog.open();
      }}
    >
      {texts.add}
    </Button>
  );
}

function EnrolledList({ all }: { all: readonly EnrolledDevice[] }) {
  const search = useSignal('');
  const words = search.value.trim();
  const found = words === '' ? all : all.filter(({ name, id }) => matches(`${name} ${id}`, words));
  const sorted = [...found].sort(
    (one, other) =>
      Number(one.revokedAt !== null) - Number(other.revokedAt !== null) ||
      one.name.localeCompare(other.name, undefined, { numeric: true }),
  );
  return (
    <>
      {all.length > searchFrom && <SearchField label={texts.search} words={search} />}
      {sorted.length === 0 && <p class="soft">{texts.nothingFound}</p>}
      <LongList items={sorted} rowPixels={64} nameOf={({ name }) => name}>
        {(device, position, of) => (
          <EnrolledRow key={device.id} device={device} position={position} of={of} />
        )}
      </LongList>
    </>
  );
}

type State = keyof typeof texts.states;
const tones: Record<State, Tone> = { online: 'good', offline: 'bad', revoked: 'plain' };

function EnrolledRow({ device, position, of }: { device: EnrolledDevice } & RowPlace) {
  const { id, name, enrolledAt, revokedAt } = device;
  const isOnline = devices.value?.get(id)?.isOnline === true;
  const state: State = revokedAt !== null ? 'revoked' : isOnline ? 'online' : 'offline';
  return (
    <li class="enrolled" data-enrolled={id} aria-posinset={position} aria-setsize={of}>
      <div class="enrolled-words">
        <p>
          <strong>{name}</strong> <Badge tone={tones[state]}>{texts.states[state]}</Badge>
        </p>
        <p class="soft small">
          {[
            id,
            texts.since(formatWhen(enrolledAt)),
            ...(revokedAt === null ? [] : [texts.revoked(formatWhen(revokedAt))]),
          ].join(' · ')}
        </p>
      </div>
      {revokedAt === null && (
        <Button
          class="button-small rigid"
          aria-label={texts.revokeLabel(name)}
          onClick={() => revokeQuestion.open(device)}
        >
          {texts.revoke}
        </Button>
      )}
    </li>
  );
}

import { computed, useSignal } from '@preact/signals';
import { repeatModes } from '@stationery/contract/player-words';
import { stationTexts } from '../../../texts/station.ts';
import { Button, Icon, IconButton, LazyDialog, Menu, Panel } from '../../../ui/index.ts';
import { useTicks } from '../../../ui/use-ticks.ts';
import { Cover } from '../../components/cover.tsx';
import { timeWords } from '../../components/time-words.ts';
import { usePosition } from '../../components/use-position.ts';
import { playerSettingsDialog } from '../../state/dialogs.ts';
import { visibleFiles } from '../../state/found-files.ts';
import { metadata, pictureWhilePlaying, shortTitleOf } from '../../state/metadata.ts';
import { isBeingDeleted } from '../../state/pending-deletions.ts';
import { play, run } from '../../state/player.ts';
import { details, player, present, tags } from '../../state/store.ts';
import './now-playing-panel.css';

const offeredMinutes = [15, 30, 45, 60, 90];

function SleepTimerMenu() {
  const { player: texts } = stationTexts;
  const isAfterFile = player.value?.state.sleep_after_file === true;
  const isSet = isAfterFile || typeof player.value?.state.sleep === 'number';
  const set = (sleep: number | null) => run((client) => client.set({ sleep, sleep_after_file: false }));
  return (
    <Menu
      icon="moon"
      label={texts.sleep}
      groups={[
        {
          title: texts.sleep,
          items: [
            {
              icon: 'moon' as const,
              label: texts.sleepAfterFile,
              run: () => run((client) => client.set({ sleep: null, sleep_after_file: true })),
            },
            ...offeredMinutes.map((minutes) => ({
              icon: 'moon' as const,
              label: texts.sleepIn(minutes),
              run: () => set(minutes * 60),
            })),
          ],
        },
        ...(isSet
          ? [{ items: [{ icon: 'cross' as const, label: texts.sleepOff, run: () => set(null) }] }]
          : []),
      ]}
    />
  );
}

/** The chosen order applies until another tag or file is played. */
function PlayOrderMenu({ disabled }: { disabled: boolean }) {
  const { player: texts } = stationTexts;
  const { repeat, playlist } = player.value!.state;
  return (
    <Menu
      icon="retry"
      label={texts.playOrder}
      disabled={disabled}
      groups={[
        {
          items: [
            {
              icon: 'music',
              label: texts.shuffle,
              toggles: true,
              checked: playlist?.shuffled === true,
              disabled: playlist === null,
              run: () => run((client) => client.set({ shuffled: !playlist?.shuffled })),
            },
          ],
        },
        {
          title: texts.repeat,
          items: repeatModes.map((mode) => ({
            icon: 'retry',
            label: texts.repeatModes[mode],
            checked: repeat === mode,
            run: () => run((client) => client.set({ repeat: mode })),
          })),
        },
      ]}
    />
  );
}

function SleepTimerLeft() {
  const reported = player.value;
  const sleep = reported?.state.sleep ?? null;
  useTicks(5_000, sleep !== null);
  const isAfterFile = reported?.state.sleep_after_file === true;
  if (sleep === null && !isAfterFile) return null;
  const left = (sleep ?? 0) - (performance.now() - (reported?.atMs ?? 0)) / 1000;
  return (
    <p class="small soft" role="status">
      {isAfterFile
        ? stationTexts.player.sleepsAfterFile
        : stationTexts.player.sleeps(Math.max(1, Math.ceil(left / 60)))}
    </p>
  );
}

export function NowPlayingPanel() {
  const { player: texts } = stationTexts;
  const state = player.value?.state;
  if (state === undefined || state.player === 'none') return null;
  const { status, file, stream, tag, problem, volume, volume_cap } = state;
  const about = file === null ? undefined : metadata.value.get(file.id);
  const said = [about?.artist, about?.album].filter(Boolean).join(' · ');
  const place = state.playlist && texts.place(state.playlist.position, state.playlist.count);
  const known = tag && details.value.get(tag.id);
  const label = known?.name ?? (known?.meaning?.kind === 'album' ? known.meaning.folder : tag?.serial);
  const started = [label !== stream?.title && label, place].filter(Boolean).join(' · ');
  const isBlocked = problem?.cause.code === 'page-blocked';
  // While the sound for an unknown tag plays, there is no file that could be paused.
  const cause = problem?.cause;
  const isGone = cause?.code === 'file-removed' || (file !== null && isBeingDeleted(file.filename));
  const isStopped = status === 'stopped' || !(file ?? stream) || (status === 'paused' && isGone);
  // The list of tags already shows this problem and its solution.
  const saidByTags = cause?.code === 'tag-unknown' && isAtReaderOrKnown(cause.serial);
  const shownProblem =
    problem === null || saidByTags ? undefined : (texts.reason(problem.cause) ?? problem.reason);
  const isPlaying = status === 'playing' && !isStopped && !isBlocked;
  return (
    <Panel
      class="now-playing"
      title={texts.title}
      actions={
        <>
          <PlayOrderMenu disabled={isStopped} />
          <SleepTimerMenu />
          <IconButton icon="sliders" label={texts.settings} onClick={() => playerSettingsDialog.open()} />
        </>
      }
    >
      <div class="now-playing-room stack gap-4">
        {!isStopped ? (
          <>
            <div class="row gap-3">
              <Cover file={file} picture={pictureWhilePlaying(state)} large />
              <div>
                <p class="bold">{file ? shortTitleOf(file) : stream?.title}</p>
                {said !== '' && <p class="small soft">{said}</p>}
                {started !== '' && <p class="small soft">{started}</p>}
              </div>
            </div>
            <Position isLive={stream !== null && state.duration === null} isPaused={status === 'paused'} />
          </>
        ) : shownProblem === undefined ? (
          <p class="soft">{texts.nothing}</p>
        ) : (
          <p role="alert">{shownProblem}</p>
        )}
      </div>
      {!isStopped && shownProblem !== undefined && <p role="alert">{shownProblem}</p>}
      <div class="row wrap">
        {isPlaying ? (
          <Button icon="pause" onClick={() => run((client) => client.pause())}>
            {texts.pause}
          </Button>
        ) : (
          <Button
            icon="play"
            kind={isBlocked ? 'primary' : 'plain'}
            disabled={isStopped && (isGone || visibleFiles.value.length === 0)}
            onClick={play}
          >
            {texts.play}
          </Button>
        )}
        <IconButton
          icon="previous"
          label={texts.previous}
          disabled={isStopped}
          onClick={() => run((client) => client.previous())}
        />
        <IconButton
          icon="next"
          label={texts.next}
          disabled={isStopped}
          onClick={() => run((client) => client.next())}
        />
        <IconButton
          icon="stop"
          label={texts.stop}
          disabled={isStopped}
          onClick={() => run((client) => client.stop())}
        />
        <label class="now-playing-volume row">
          <Icon name="volume" />
          <span class="unseen">{texts.volume}</span>
          <input
            type="range"
            min={0}
            max={volume_cap}
            value={volume}
            aria-valuetext={texts.percent(volume)}
            onChange={(event) => {
              const wanted = Number(event.currentTarget.value);
              run((client) => client.set({ volume: wanted }));
            }}
          />
          <span class="small soft" aria-hidden="true">
            {texts.percent(volume)}
          </span>
        </label>
      </div>
      <SleepTimerLeft />
      <LazyDialog state={isPlayerShown} load={loadMiniPlayer} />
    </Panel>
  );
}

function isAtReaderOrKnown(serial: string): boolean {
  const isIt = (tag: { serial: string }) => tag.serial === serial;
  return present.value.some(isIt) || [...(tags.value?.values() ?? [])].some(isIt);
}

const isPlayerShown = computed(() => {
  const { file, stream, status } = player.value?.state ?? {};
  return ((file ?? stream) && status !== 'stopped') || undefined;
});
const loadMiniPlayer = async () => (await import('./mini-player.tsx')).MiniPlayer;

function Position({ isLive, isPaused }: { isLive: boolean; isPaused: boolean }) {
  const { player: texts } = stationTexts;
  const { at, duration } = usePosition();
  // The position that the user drags to, until the slider is released.
  const dragged = useSignal<number | undefined>(undefined);
  const shown = dragged.value ?? at;
  const words = timeWords(shown, duration);
  return (
    <div class="stack gap-1">
      {!isLive && (
        <input
          class="now-playing-position"
          type="range"
          min={0}
          max={Math.max(1, Math.floor(duration ?? 1))}
          disabled={duration === null}
          value={duration === null ? 0 : Math.floor(shown)}
          aria-label={texts.position}
          aria-valuetext={words}
          onInput={(event) => {
            dragged.value = Number(event.currentTarget.value);
          }}
          onChange={(event) => {
            const position = Number(event.currentTarget.value);
            dragged.value = undefined;
            run((client) => client.set({ position }));
          }}
        />
      )}
      <span class="small soft">{isPaused ? `${texts.paused} · ${words}` : words}</span>
    </div>
  );
}

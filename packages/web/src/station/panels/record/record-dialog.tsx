import { signal, useSignal } from '@preact/signals';
import type { Tag } from '@stationery/client';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { explain } from '../../../service/index.ts';
import { recordTexts as texts } from '../../../texts/record.ts';
import { stationTexts } from '../../../texts/station.ts';
import { bound } from '../../../ui/bound.ts';
import { formatMinutes, formatPercent } from '../../../ui/format.ts';
import { Button, Dialog, DialogForm, Field, FileButton } from '../../../ui/index.ts';
import { useTicks } from '../../../ui/use-ticks.ts';
import { setFileOfTag } from '../../state/choose-file.ts';
import { recordDialog } from '../../state/dialogs.ts';
import { suggestedName } from '../../state/file-names.ts';
import {
  decode,
  hasMicrophone,
  isShort,
  type Recording,
  startRecording,
} from '../../state/recording/microphone.ts';
import { secureAddress } from '../../state/recording/secure-address.ts';
import { cut, isSilent, maxSeconds, peaksOf, type Samples, sampleRate } from '../../state/recording/sound.ts';
import { fileNamed } from '../../state/store.ts';
import { labelOf } from '../../state/tag-details.ts';
import { sendFile } from '../../state/uploads.ts';
import { wavFile } from '../../state/wav-file.ts';
import './record-dialog.css';

/** Kept after the dialog closes, because a click outside the dialog closes it. */
const recorded = signal<{ tagId: number; samples: Samples } | undefined>(undefined);

export function RecordDialog() {
  const tag = recordDialog.value!;
  const samples = recorded.value?.tagId === tag.id ? recorded.value.samples : undefined;
  const discard = () => {
    recorded.value = undefined;
  };
  return (
    <Dialog title={stationTexts.tags.record} onClose={recordDialog.close}>
      <p>
        {texts.for} <span class="bold">{labelOf(tag)}</span>
      </p>
      {samples === undefined ? (
        <Recorder
          onRead={(samples) => {
            recorded.value = { tagId: tag.id, samples };
          }}
        />
      ) : (
        <Message
          tag={tag}
          samples={samples}
          onAgain={discard}
          onClose={() => {
            recordDialog.close();
            discard();
          }}
        />
      )}
    </Dialog>
  );
}

function Recorder({ onRead }: { onRead: (samples: Samples) => void }) {
  const recording = useSignal<Recording | undefined>(undefined);
  const isBusy = useSignal(false);
  const problem = useSignal<string | undefined>(undefined);
  const isOpen = useRef(true);
  useTicks(500, recording.value !== undefined);
  useEffect(
    () => () => {
      isOpen.current = false;
      recording.peek()?.stop();
    },
    [],
  );
  const read = async (sound: Blob) => {
    const samples = await decode(sound).catch(() => undefined);
    if (samples !== undefined && !isSilent(samples)) return onRead(samples);
    problem.value = samples === undefined ? texts.unreadable : texts.silent;
  };
  const busily = async (work: () => Promise<unknown>) => {
    problem.value = undefined;
    isBusy.value = true;
    await work();
    isBusy.value = false;
  };
  const record = () =>
    busily(async () => {
      const started = await startRecording().catch((error: unknown) => {
        problem.value = texts[microphoneProblem(error)];
      });
      if (!started) return;
      // The dialog was closed while the browser asked for permission.
      if (!isOpen.current) return started.stop();
      recording.value = started;
      const sound = await started.sound;
      recording.value = undefined;
      await read(sound);
    });
  const choose = (file: File) =>
    busily(async () => {
      const short = await isShort(file).catch(() => undefined);
      if (short) return read(file);
      problem.value = short === undefined ? texts.unreadable : texts.tooLong;
    });
  const secure = secureAddress(location);
  const now = recording.value;
  return (
    <>
      {hasMicrophone() ? (
        <p>{texts.intro}</p>
      ) : (
        <p>
          {texts.insecure} {secure === undefined ? texts.insecureText : texts.insecureGoText}
        </p>
      )}
      {problem.value !== undefined && <p role="alert">{problem.value}</p>}
      {now !== undefined ? (
        <div class="row wrap">
          <Button kind="primary" icon="stop" onClick={now.stop}>
            {texts.stop}
          </Button>
          <span role="timer">
            {texts.time(formatMinutes((performance.now() - now.startedMs) / 1000), formatMinutes(maxSeconds))}
          </span>
        </div>
      ) : (
        <div class="row wrap">
          {hasMicrophone() && (
            <Button kind="primary" icon="microphone" busy={isBusy.value} onClick={() => void record()}>
              {texts.record}
            </Button>
          )}
          {!hasMicrophone() && secure !== undefined && (
            <a class="button button-primary" href={secure}>
              {texts.insecureGo}
            </a>
          )}
          <FileButton
            accept="audio/*"
            // On iOS, this attribute would open the camera.
            capture={!hasMicrophone() && /Android/.test(navigator.userAgent)}
            disabled={isBusy.value}
            onFiles={([file]) => void choose(file)}
          >
            {texts.file}
          </FileButton>
        </div>
      )}
    </>
  );
}

function microphoneProblem(error: unknown): 'refused' | 'missing' | 'busy' {
  const { name } = error as DOMException;
  if (name === 'NotAllowedError') return 'refused';
  return name === 'NotFoundError' ? 'missing' : 'busy';
}

interface MessageProps {
  tag: Tag;
  samples: Samples;
  onAgain: () => void;
  onClose: () => void;
}

function Message({ tag, samples, onAgain, onClose }: MessageProps) {
  const seconds = samples.length / sampleRate;
  const from = useSignal(0);
  const to = useSignal(seconds);
  const name = useSignal(texts.defaultName);
  const sent = useSignal<number | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const { isPlaying, listen, quiet } = useSound(() =>
    wavFile(cut(samples, from.value, to.value), sampleRate),
  );
  const closing = useMemo(() => new AbortController(), []);
  useEffect(() => () => closing.abort(), []);
  const save = async () => {
    const wanted = `${name.value.trim() || texts.defaultName}.wav`;
    const filename = suggestedName(wanted, (taken) => fileNamed(taken) !== undefined);
    const file = new File([wavFile(cut(samples, from.value, to.value), sampleRate)], filename, {
      type: 'audio/wav',
    });
    problem.value = undefined;
    sent.value = 0;
    try {
      await sendFile(file, filename, undefined, {
        signal: closing.signal,
        onProgress: ({ sentBytes }) => {
          sent.value = sentBytes / file.size;
        },
      });
    } catch (error) {
      problem.value = explain(error);
      return;
    } finally {
      sent.value = undefined;
    }
    await setFileOfTag(tag, filename);
    onClose();
  };
  return (
    <DialogForm onSubmit={save} onCancel={onClose}>
      <Waveform samples={samples} from={from.value} to={to.value}>
        <input
          type="range"
          aria-label={texts.start}
          aria-valuetext={formatMinutes(from.value)}
          // In the second half, this grip is above the other, so that both can be reached at the end of the recording.
          class={from.value > seconds / 2 ? 'record-above' : undefined}
          min={0}
          max={seconds}
          step={0.1}
          value={from.value}
          onInput={({ currentTarget }) => {
            from.value = Math.max(0, Math.min(Number(currentTarget.value), to.value - minSeconds));
            currentTarget.value = String(from.value);
            quiet();
          }}
        />
        <input
          type="range"
          aria-label={texts.end}
          aria-valuetext={formatMinutes(to.value)}
          min={0}
          max={seconds}
          step={0.1}
          value={to.value}
          onInput={({ currentTarget }) => {
            to.value = Math.min(seconds, Math.max(Number(currentTarget.value), from.value + minSeconds));
            currentTarget.value = String(to.value);
            quiet();
          }}
        />
      </Waveform>
      <p class="small soft">{texts.length(formatMinutes(to.value - from.value))}</p>
      <div class="row wrap">
        <Button icon={isPlaying ? 'stop' : 'play'} onClick={isPlaying ? quiet : listen}>
          {isPlaying ? texts.stop : texts.listen}
        </Button>
        <Button icon="microphone" onClick={onAgain}>
          {texts.again}
        </Button>
      </div>
      <Field label={texts.name} maxLength={100} {...bound(name)} error={problem.value} />
      {sent.value !== undefined && <p role="status">{texts.saving(formatPercent(sent.value))}</p>}
    </DialogForm>
  );
}

const minSeconds = 0.5;
const columns = 120;

interface WaveformProps {
  samples: Samples;
  from: number;
  to: number;
  children: ComponentChildren;
}

function Waveform({ samples, from, to, children }: WaveformProps) {
  const line = useMemo(() => {
    const peaks = peaksOf(samples, columns);
    const highest = Math.max(...peaks);
    const bar = (peak: number, at: number) => {
      const half = Math.max(0.01, peak / highest / 2);
      return `M${at + 0.5} ${0.5 - half}v${2 * half}`;
    };
    return peaks.map(bar).join('');
  }, [samples]);
  const seconds = samples.length / sampleRate;
  // Gives exactly `columns` at the end, because a rectangle must not have a negative width.
  const column = (at: number) => (at / seconds) * columns;
  return (
    <div class="record-wave">
      <svg viewBox={`0 0 ${columns} 1`} preserveAspectRatio="none" aria-hidden="true">
        <path d={line} />
        <rect width={column(from)} height="1" />
        <rect x={column(to)} width={columns - column(to)} height="1" />
      </svg>
      {children}
    </div>
  );
}

function useSound(make: () => BlobPart) {
  const isPlaying = useSignal(false);
  const audio = useMemo(() => new Audio(), []);
  const quiet = () => {
    audio.pause();
    URL.revokeObjectURL(audio.src);
    isPlaying.value = false;
  };
  const listen = () => {
    audio.src = URL.createObjectURL(new Blob([make()], { type: 'audio/wav' }));
    audio.onended = quiet;
    isPlaying.value = true;
    audio.play().catch(quiet);
  };
  useEffect(() => quiet, []);
  return { isPlaying: isPlaying.value, listen, quiet };
}

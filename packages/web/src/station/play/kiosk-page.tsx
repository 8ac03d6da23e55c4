import { useSignal } from '@preact/signals';
import type { StationEvents } from '@stationery/client';
import type { PlayerState } from '@stationery/client/player';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { isLive, tokenWanted } from '../../service/index.ts';
import { kioskTexts } from '../../texts/kiosk.ts';
import { formatMinutes } from '../../ui/format.ts';
import { Button, QrCode } from '../../ui/index.ts';
import { languageName } from '../../ui/language-name.ts';
import { station, stationPlayer } from '../client.ts';
import { HoldPicture } from '../components/pictures.tsx';
import { useContent } from '../components/use-content.ts';
import { usePosition } from '../components/use-position.ts';
import { baseName } from '../state/file-kind.ts';
import { play } from '../state/player.ts';
import { player, settings } from '../state/store.ts';
import { type Cue, captionAt, captionNames, maxCaptionBytes, readCaptions } from './captions.ts';
import {
  about,
  companions,
  idlePicture,
  isOver,
  languages,
  link,
  ownPicture,
  plotSeen,
  shownFile,
  shownPlot,
  shownStream,
  shownText,
  slideSeconds,
  slides,
  visitorLanguage,
} from './kiosk-state.ts';
import { LockedScreen } from './locked-screen.tsx';
import { screen } from './screen.ts';
import { Slideshow } from './slideshow.tsx';
import { plotNote, visitorNote } from './visitor-note.ts';
import '../../ui/base.css';
import './kiosk-page.css';

/** Long enough to take out a phone. */
const shownMs = 60_000;

/** Shows the address as text and QR code. A link would lead the screen away from this page. */
function LinkCode({ shown }: { shown: StationEvents['tap.link'] }) {
  useEffect(() => {
    const timer = setTimeout(() => {
      link.value = undefined;
    }, shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <div class="kiosk-link">
      <QrCode text={shown.url} />
      <h1>{shown.name ?? kioskTexts.link}</h1>
      <p class="kiosk-link-address">{shown.url}</p>
    </div>
  );
}

const noSoundMs = 8_000;

export function KioskPage() {
  const state = player.value?.state;
  const file = shownFile.value;
  const title = file === undefined ? shownStream.value : (about.value?.title ?? titleFrom(file.filename));
  const problem = state?.problem ?? null;
  const isBlocked = problem?.cause.code === 'page-blocked';
  if (tokenWanted.value !== undefined) return <LockedScreen />;
  return (
    <main class={`kiosk ${state?.status === 'paused' ? 'kiosk-paused' : ''}`}>
      {link.value !== undefined ? (
        <LinkCode key={link.value.url} shown={link.value} />
      ) : title === undefined ? (
        <Idle />
      ) : (
        <NowPlaying file={file} title={title} />
      )}
      {languages.value.length > 1 && <Languages />}
      {shownPlot.value !== undefined && <PlotNote plot={shownPlot.value} />}
      <div class="kiosk-foot" role="status">
        {isBlocked && (
          <Button kind="primary" icon="play" onClick={play}>
            {kioskTexts.play}
          </Button>
        )}
        {!isBlocked && problem !== null && <Problem key={JSON.stringify(problem.cause)} {...problem} />}
        {!isLive.value && settings.value !== undefined && <p>{kioskTexts.reconnecting}</p>}
      </div>
    </main>
  );
}

function Languages() {
  return (
    <nav class="kiosk-languages" aria-label={kioskTexts.languages}>
      {languages.value.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === visitorLanguage.value}
          onClick={() => {
            stationPlayer.set({ language: code }).catch(() => undefined);
          }}
        >
          {languageName(code)}
        </button>
      ))}
    </nav>
  );
}

const plotSeenMs = 20_000;

function PlotNote({ plot }: { plot: StationEvents['plots'][number] }) {
  const ended = isOver(plot);
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => plotSeen(plot), plotSeenMs);
    return () => clearTimeout(timer);
  }, [plot.id, ended]);
  const words = kioskTexts.plots[plotNote(plot)];
  return (
    <div class="kiosk-plot" role="status">
      {plot.tag.name !== null && <p class="bold">{plot.tag.name}</p>}
      <p>{words}</p>
      {plot.state === 'plotting' && (
        <div
          class="kiosk-bar"
          role="progressbar"
          aria-label={words}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(plot.progress * 100)}
        >
          <div style={{ '--part': plot.progress }} />
        </div>
      )}
    </div>
  );
}

/** A problem with one object is shown for a moment, others until they are solved. */
function Problem({ cause }: NonNullable<PlayerState['problem']>) {
  const isOver = useSignal(false);
  const note = visitorNote(cause);
  useEffect(() => {
    if (note !== 'noSound') return;
    const timer = setTimeout(() => {
      isOver.value = true;
    }, noSoundMs);
    return () => clearTimeout(timer);
  }, []);
  if (isOver.value || note === undefined) return null;
  return <p>{kioskTexts[note]}</p>;
}

function Idle() {
  const picture = idlePicture.value;
  const url = useContent(picture && station.contentUrl(picture.id));
  const broken = useSignal<string | undefined>(undefined);
  return url !== undefined && url !== broken.value ? (
    <img
      class="kiosk-idle-picture"
      src={url}
      alt={kioskTexts.hold}
      onError={() => {
        broken.value = url;
      }}
    />
  ) : (
    <div class="kiosk-idle">
      <HoldPicture state="still" />
      <h1>{settings.value?.nickname ?? kioskTexts.connecting}</h1>
      {settings.value !== undefined && <p>{kioskTexts.hold}</p>}
    </div>
  );
}

interface NowPlayingProps {
  /** Undefined for a stream. */
  file: { filename: string } | undefined;
  title: string;
}

function NowPlaying({ file, title }: NowPlayingProps) {
  const { at, duration } = usePosition(250);
  const said = about.value;
  const own = ownPicture.value;
  const pictures = slides.value;
  const [first = own] = pictures;
  const cover = useContent(first ? station.contentUrl(first.id) : (said?.cover ?? undefined));
  const words = shownText.value;
  const isPaused = player.value?.state.status === 'paused';
  const time = kioskTexts.time(formatMinutes(at), duration === null ? undefined : formatMinutes(duration));
  return (
    <>
      {cover !== undefined && <img class="kiosk-backdrop" src={cover} alt="" />}
      <div class="kiosk-now">
        <Film>
          <div class="kiosk-cover">
            {pictures.length > 1 ? (
              <Slideshow pictures={pictures} seconds={slideSeconds.value} />
            ) : cover === undefined ? (
              <HoldPicture state="done" />
            ) : (
              <img src={cover} alt="" />
            )}
          </div>
        </Film>
        <div class="kiosk-words">
          <h1 lang={words?.title && words.language}>{words?.title ?? title}</h1>
          {words === undefined && said?.artist && <p class="kiosk-artist">{said.artist}</p>}
          {words?.text && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
            <p key={words.text} class="kiosk-text" lang={words.language} tabIndex={0}>
              {words.text}
            </p>
          )}
          <div
            class="kiosk-bar"
            hidden={file === undefined && duration === null}
            role="progressbar"
            aria-label={kioskTexts.position}
            aria-valuemin={0}
            aria-valuemax={Math.round(duration ?? 0)}
            aria-valuenow={Math.round(at)}
            aria-valuetext={time}
          >
            <div style={{ '--part': duration ? at / duration : 0 }} />
          </div>
          <p class="kiosk-time">{isPaused ? `${kioskTexts.paused} · ${time}` : time}</p>
        </div>
      </div>
      {file !== undefined && <Captions file={file} at={at} />}
    </>
  );
}

const titleFrom = (filename: string) => baseName(filename).replace(/(.)\.[^.]{1,5}$/, '$1');

interface CaptionsProps {
  file: { filename: string };
  at: number;
}

function Captions({ file, at }: CaptionsProps) {
  const cues = useSignal<readonly Cue[]>([]);
  const beside = captionNames(file.filename, visitorLanguage.value, languages.value)
    .map((name) => companions.value.get(name))
    .find((found) => found !== undefined);
  useEffect(() => {
    cues.value = [];
    if (beside === undefined) return;
    const ending = new AbortController();
    station
      .content(beside.id, { range: { first: 0, last: maxCaptionBytes }, signal: ending.signal })
      .then((answer) => answer.text())
      .then((text) => {
        cues.value = readCaptions(text);
      })
      .catch(() => undefined);
    return () => ending.abort();
  }, [beside]);
  const words = captionAt(cues.value, at);
  return words === '' ? null : <p class="kiosk-captions">{words}</p>;
}

/** Shows the film. For sounds, or if a different device plays, shows the children instead. */
function Film({ children }: { children: ComponentChildren }) {
  const isFilm = useSignal(screen.videoWidth > 0);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const look = () => {
      isFilm.value = screen.videoWidth > 0;
    };
    const names = ['resize', 'loadedmetadata', 'emptied'] as const;
    for (const name of names) screen.addEventListener(name, look);
    place.current?.append(screen);
    return () => {
      for (const name of names) screen.removeEventListener(name, look);
    };
  }, []);
  return (
    <>
      <div ref={place} hidden={!isFilm.value} />
      {!isFilm.value && children}
    </>
  );
}

import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { station } from '../client.ts';
import { type Cue, captionAt, maxCaptionBytes, readCaptions } from './captions.ts';
import { companions } from './kiosk-state.ts';

interface CaptionsProps {
  file: { filename: string };
  at: number;
}

/** Captions from a file beside the current one: `song.vtt` or `song.mp3.vtt`. */
export function Captions({ file, at }: CaptionsProps) {
  const cues = useSignal<readonly Cue[]>([]);
  const name = file.filename.toLowerCase();
  const all = companions.value;
  const beside = all.get(`${name}.vtt`) ?? all.get(`${name.replace(/\.[^.]+$/, '')}.vtt`);
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

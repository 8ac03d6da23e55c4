import { useSignal } from '@preact/signals';
import type { CardFile } from '@stationery/client';
import { useEffect } from 'preact/hooks';
import { station } from '../client.ts';
import { useContent } from '../components/use-content.ts';

interface SlideshowProps {
  pictures: readonly CardFile[];
  seconds: number;
}

/** Loads the next picture in advance and fades out the last one. */
export function Slideshow({ pictures, seconds }: SlideshowProps) {
  const turn = useSignal(0);
  useEffect(() => {
    const timer = setInterval(() => {
      turn.value++;
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  const at = (offset: number) => pictures[(turn.value + offset + pictures.length) % pictures.length]!;
  const shown = at(0);
  return (
    <>
      {[...new Set([at(-1), shown, at(1)])].map((picture) => (
        <Slide key={picture.id} id={picture.id} isShown={picture === shown} />
      ))}
    </>
  );
}

function Slide({ id, isShown }: { id: number; isShown: boolean }) {
  const url = useContent(station.contentUrl(id));
  return url === undefined ? null : (
    <img src={url} alt="" class={`kiosk-slide ${isShown ? 'kiosk-slide-shown' : ''}`} />
  );
}

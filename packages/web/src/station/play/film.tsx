import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { screen } from './screen.ts';

/** The film that this page plays; the children for sounds, or if a different device plays. */
export function Film({ children }: { children: ComponentChildren }) {
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

import { signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { TokenQuestion } from '../../service/index.ts';
import { HoldPicture } from '../components/pictures.tsx';

const pressMs = 3_000;
const questionMs = 120_000;

const isAsking = signal(false);
const question = { timer: undefined as ReturnType<typeof setTimeout> | undefined };

function ask(): void {
  isAsking.value = true;
  clearTimeout(question.timer);
  question.timer = setTimeout(() => {
    isAsking.value = false;
  }, questionMs);
}

/** Visitors see a picture. A long press or Escape asks for the token. */
export function LockedScreen() {
  const press = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && ask();
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  if (isAsking.value)
    return (
      <main class="kiosk">
        <TokenQuestion />
      </main>
    );
  const release = () => clearTimeout(press.current);
  return (
    <main
      class="kiosk kiosk-locked"
      onPointerDown={() => {
        press.current = setTimeout(ask, pressMs);
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
    >
      <HoldPicture state="still" />
    </main>
  );
}

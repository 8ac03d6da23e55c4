import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { stationTexts } from '../../../texts/station.ts';
import { IconButton } from '../../../ui/index.ts';
import { Cover } from '../../components/cover.tsx';
import { timeWords } from '../../components/time-words.ts';
import { usePosition } from '../../components/use-position.ts';
import { pictureWhilePlaying, shortTitleOf } from '../../state/metadata.ts';
import { play, run } from '../../state/player.ts';
import { player } from '../../state/store.ts';
import './mini-player.css';

export function MiniPlayer() {
  const { player: texts } = stationTexts;
  const isPanelVisible = useSignal(true);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => {
      isPanelVisible.value = entries.some(({ isIntersecting }) => isIntersecting);
    });
    observer.observe(panel()!);
    return () => observer.disconnect();
  }, []);
  const { at, duration } = usePosition();
  const state = player.value?.state;
  if (!(state?.file ?? state?.stream) || isPanelVisible.value) return null;
  const { file, stream, status } = state;
  const isPlaying = status === 'playing';
  return (
    <aside class="mini-player row" aria-label={texts.title}>
      <Cover file={file} picture={pictureWhilePlaying(state)} />
      <button type="button" class="mini-player-open grow" onClick={() => panel()?.scrollIntoView()}>
        <p class="bold ellipsis">{file ? shortTitleOf(file) : stream?.title}</p>
        <p class="small soft">{timeWords(at, duration)}</p>
      </button>
      <IconButton
        icon={isPlaying ? 'pause' : 'play'}
        label={isPlaying ? texts.pause : texts.play}
        onClick={isPlaying ? () => run((client) => client.pause()) : play}
      />
      <IconButton icon="next" label={texts.next} onClick={() => run((client) => client.next())} />
    </aside>
  );
}

const panel = () => document.querySelector('.now-playing');

import { useLayoutEffect, useState } from 'preact/hooks';
import { plotterTexts } from '../../texts/plotter.ts';
import './drop-target.css';

/** The whole page takes files. While one is held over it, it says what letting go does. */
export function DropTarget({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  // With the page, not a frame later: a file that falls onto a busy page would open in its place.
  useLayoutEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    addEventListener('dragover', over, { signal });
    addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        onFiles([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => leaving.abort();
  }, []);
  return isOver ? <div class="drop-veil">{plotterTexts.script.dropNow}</div> : null;
}

import { effect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import './bed.css';
import { bedArea, bedSize, bedView, scene } from '../../state/bed/scene.ts';
import { followGestures } from './gestures.ts';
import { Painter } from './painter.ts';

/** The canvases of the bed. `label` describes the picture. */
export function BedPicture({ label }: { label: string }) {
  const box = useRef<HTMLDivElement>(null);
  const planned = useRef<HTMLCanvasElement>(null);
  const done = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = box.current!;
    const made = new Painter({
      planned: planned.current!,
      done: done.current!,
      overlay: overlay.current!,
    });
    // Runs immediately; an effect that waits for a frame would paint the ink after its pen.
    const unfollow = effect(() => {
      const { minX, maxX, minY, maxY } = bedArea.value;
      const ratio = (maxX - minX) / Math.max(1, maxY - minY);
      element.style.setProperty('--bed-ratio', Math.min(2.4, Math.max(0.8, ratio)).toFixed(3));
      if (bedView.value !== undefined) made.show(scene.value, bedView.value, bedSize.value);
    });
    const refresh = () => made.refresh();
    refresh();
    const resized = new ResizeObserver(() => {
      bedSize.value = { widthPx: element.clientWidth, heightPx: element.clientHeight };
    });
    resized.observe(element);
    const ungesture = followGestures(element.parentElement!, element);
    const themed = new MutationObserver(refresh);
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', refresh);
    return () => {
      resized.disconnect();
      themed.disconnect();
      dark.removeEventListener('change', refresh);
      ungesture();
      unfollow();
      made.close();
    };
  }, []);

  return (
    <div ref={box} class="bed-picture" role="img" aria-label={label}>
      <canvas ref={planned} class="bed-layer bed-planned" />
      <canvas ref={done} class="bed-layer bed-done" />
      <canvas ref={overlay} class="bed-layer bed-overlay" />
    </div>
  );
}

import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { token } from '../../service/index.ts';
import { fetchPicture } from '../state/fetched-pictures.ts';

const marginPixels = 300;

const near = {
  waiting: new Map<Element, () => void>(),
  observer: undefined as IntersectionObserver | undefined,
};

/** Calls `come` when the element comes near the window. Returns a cancel function. All rows share one observer. */
function whenNear(element: Element, come: () => void): () => void {
  near.observer ??= new IntersectionObserver(look, { rootMargin: `${marginPixels}px` });
  const { observer } = near;
  near.waiting.set(element, come);
  observer.observe(element);
  return () => {
    near.waiting.delete(element);
    observer.unobserve(element);
  };
}

function look(entries: readonly IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    const come = near.waiting.get(target);
    near.waiting.delete(target);
    near.observer?.unobserve(target);
    come?.();
  }
}

/** With a token, fetches the picture when `element` is near, and releases it after unmounting. */
export function useContent(
  path: string | undefined,
  element?: RefObject<Element | null>,
): string | undefined {
  const fetched = useSignal<{ path: string; url: string } | undefined>(undefined);
  const given = token.value;
  useEffect(() => {
    if (path === undefined || given === undefined) return;
    let release = () => {};
    const fetchIt = () => {
      release = fetchPicture(path, (url) => {
        fetched.value = { path, url };
      });
    };
    const stopWaiting = element?.current ? whenNear(element.current, fetchIt) : fetchIt();
    return () => {
      stopWaiting?.();
      release();
    };
  }, [path, given]);
  if (given === undefined) return path;
  return fetched.value?.path === path ? fetched.value?.url : undefined;
}

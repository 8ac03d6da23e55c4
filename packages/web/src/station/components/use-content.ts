import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { token } from '../../service/index.ts';
import { fetchPicture } from '../state/fetched-pictures.ts';
import { whenNear } from './when-near.ts';

/**
 * URL of a picture at a path of the station. With a token, fetches it first, once the given element is near the
 * window, and releases it with the component.
 */
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

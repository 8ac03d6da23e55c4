import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { token } from '../../service/index.ts';
import { fetchPicture } from '../state/fetched-pictures.ts';
import { whenNear } from './when-near.ts';

/**
 * Where the picture at a path of the station can be shown from. With a token it is fetched first, as soon as the
 * element is near the window where one is given, and let go with the component.
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

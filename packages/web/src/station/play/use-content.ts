import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { token } from '../../service/index.ts';
import { station } from '../client.ts';

/** Where the bytes of a file or of a path of the station can be shown from. With a token they are fetched first. */
export function useContent(of: { id: number } | string | undefined): string | undefined {
  const path = of === undefined || typeof of === 'string' ? of : station.contentUrl(of.id);
  const shown = useSignal<{ path: string; url: string } | undefined>(undefined);
  useEffect(() => {
    if (path === undefined || token.value === undefined) return;
    const ending = new AbortController();
    let url: string | undefined;
    fetch(path, { headers: { authorization: `Bearer ${token.value}` }, signal: ending.signal })
      .then((answer) => (answer.ok ? answer.blob() : undefined))
      .then((bytes) => {
        if (bytes === undefined || ending.signal.aborted) return;
        url = URL.createObjectURL(bytes);
        shown.value = { path, url };
      })
      .catch(() => undefined);
    return () => {
      ending.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [path, token.value]);
  if (token.value === undefined) return path;
  return shown.value?.path === path ? shown.value?.url : undefined;
}

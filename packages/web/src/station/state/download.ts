import type { CardFile } from '@stationery/client';
import { explain, token } from '../../service/index.ts';
import { showToast } from '../../ui/index.ts';
import { station } from '../client.ts';

/** Saves a file on the person's device. A link carries no token, so with one the file is fetched first. */
export async function downloadFile(file: CardFile): Promise<void> {
  try {
    const { url, release } = await contentAddress(file);
    const link = Object.assign(document.createElement('a'), { href: url, download: file.filename });
    link.click();
    setTimeout(release, 60_000);
  } catch (error) {
    showToast({ tone: 'danger', message: explain(error) });
  }
}

/** Where a player, a picture or a link finds the bytes of a file. */
export async function contentAddress(
  file: CardFile,
  options: { fetchedAs?: string; signal?: AbortSignal } = {},
): Promise<{ url: string; release: () => void }> {
  if (token.value === undefined && options.fetchedAs === undefined) {
    return { url: station.contentUrl(file.id), release: () => undefined };
  }
  const answer = await station.content(file.id, { signal: options.signal });
  const bytes = await answer.blob();
  // Whoever put it on the card said what it is; in a frame of this page it must be nothing else than what is shown.
  const { fetchedAs: type } = options;
  const url = URL.createObjectURL(type === undefined ? bytes : new Blob([bytes], { type }));
  return { url, release: () => URL.revokeObjectURL(url) };
}

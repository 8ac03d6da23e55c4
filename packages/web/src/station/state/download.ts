import type { CardFile } from '@stationery/client';
import { reportFailure, token } from '../../service/index.ts';
import { saveFrom } from '../../ui/save-file.ts';
import { station } from '../client.ts';
import { baseName } from './file-kind.ts';

/** Links cannot send a token, so with a token the file is fetched first. */
export async function downloadFile(file: CardFile): Promise<void> {
  const address = await reportFailure(() => contentAddress(file));
  if (address !== undefined) saveFrom(address, baseName(file.filename));
}

export async function contentAddress(
  file: CardFile,
  options: { fetchedAs?: string; signal?: AbortSignal } = {},
): Promise<{ url: string; release: () => void }> {
  if (token.value === undefined && options.fetchedAs === undefined) {
    return { url: station.contentUrl(file.id), release: () => undefined };
  }
  const answer = await station.content(file.id, { signal: options.signal });
  const bytes = await answer.blob();
  // The stored media type is untrusted, so the expected one is set before embedding.
  const { fetchedAs: type } = options;
  const url = URL.createObjectURL(type === undefined ? bytes : new Blob([bytes], { type }));
  return { url, release: () => URL.revokeObjectURL(url) };
}

import { token } from '../../service/index.ts';

interface ContentAddress {
  url: string;
  release: () => void;
}

interface AddressOptions {
  signal?: AbortSignal;
  maxBytes?: number;
}

/** Elements cannot send a token, so with a token the content is fetched first. */
export async function addressOf(path: string, options: AddressOptions = {}): Promise<ContentAddress> {
  if (token.value === undefined) return { url: path, release: () => {} };
  const { signal, maxBytes = Number.POSITIVE_INFINITY } = options;
  const answer = await fetch(path, {
    headers: { authorization: `Bearer ${token.value}` },
    ...(signal && { signal }),
  });
  const isTaken = answer.ok && Number(answer.headers.get('content-length') ?? 0) <= maxBytes;
  if (!isTaken) {
    await answer.body?.cancel();
    throw new Error(`${path}: ${answer.status}`);
  }
  const url = URL.createObjectURL(await answer.blob());
  return { url, release: () => URL.revokeObjectURL(url) };
}

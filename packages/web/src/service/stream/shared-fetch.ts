import type { FromTab, FromWorker } from './messages.ts';

/** Shares event streams with other tabs. Other requests are sent directly. */
export function withSharedStream(direct: typeof fetch): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    const isStream = headers.get('accept') === 'text/event-stream';
    // Some mobile browsers have no shared workers. Each tab then has its own stream.
    const worker = isStream && 'SharedWorker' in globalThis ? await connect(init?.signal) : undefined;
    if (worker === undefined) return direct(input, init);
    return ask(worker, String(input), Object.fromEntries(headers), init?.signal ?? undefined);
  };
}

/** Resolves to undefined if the worker cannot be loaded. */
function connect(signal: AbortSignal | null | undefined): Promise<MessagePort | undefined> {
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    const worker = new SharedWorker(new URL('./stream-worker.ts', import.meta.url), { type: 'module' });
    worker.onerror = () => resolve(undefined);
    worker.port.onmessage = () => resolve(worker.port);
  });
}

function ask(
  port: MessagePort,
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const lost = () => new TypeError('The shared stream ended');
    const say = (message: FromTab) => port.postMessage(message);
    let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
    const openStream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          stream = controller;
        },
        cancel: () => leave(lost()),
      });
    const finish = (error: unknown) => {
      signal?.removeEventListener('abort', onAbort);
      removeEventListener('pagehide', onHide);
      port.onmessage = null;
      reject(error);
      stream?.error(error);
    };
    const leave = (error: unknown) => {
      say({ kind: 'close' });
      finish(error);
    };
    const onAbort = () => leave(signal?.reason);
    // Leaves the stream, because the worker would not notice that the page is gone. A page that returns opens the
    // stream again.
    const onHide = () => leave(lost());
    signal?.addEventListener('abort', onAbort);
    addEventListener('pagehide', onHide);

    const encoder = new TextEncoder();
    port.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'head') {
        const { status, headers } = data;
        resolve(new Response(data.body ?? openStream(), { status, headers }));
        if (data.body !== null) leave(undefined);
      } else if (data.kind === 'data') stream?.enqueue(encoder.encode(data.text));
      else if (data.kind === 'end') finish(lost());
    };
    if (signal?.aborted) onAbort();
    else say({ kind: 'open', url, headers });
  });
}

import type { FromTab, FromWorker } from './messages.ts';
import { SharedStream } from './shared-stream.ts';

/** Runs once for all tabs of a page in a browser. */

const shared = new SharedStream((input, init) => fetch(input, { ...init, cache: 'no-store' }));

addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  if (port === undefined) return;
  const say = (message: FromWorker) => port.postMessage(message);
  const end = () => {
    say({ kind: 'end' });
    port.close();
  };
  let leave: (() => void) | undefined;
  port.onmessage = ({ data }: MessageEvent<FromTab>) => {
    if (data.kind === 'open') {
      leave = shared.join(data, {
        head: (status, headers, body) => say({ kind: 'head', status, headers, body }),
        data: (text) => say({ kind: 'data', text }),
        end,
      });
    } else {
      leave?.();
      port.close();
    }
  };
  say({ kind: 'ready' });
});

import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** Small ones are not worth the call. */
const leastBytes = 16 * 1024;

let nowhere: MessagePort | undefined;

/**
 * Frees the memory of a chunk, which must not be used any more. Left to themselves, the chunks of a large body lie about
 * until V8 searches the whole heap for them, again and again: that took more processor time than reading them.
 * What is sent to a closed port is taken from its owner and dropped, which is the only way in Node 20 to free a buffer.
 */
export function releaseChunk(chunk: Buffer): void {
  const { buffer, length } = chunk;
  if (length < leastBytes || buffer.byteLength !== length || !(buffer instanceof ArrayBuffer)) return;
  nowhere ??= closedPort();
  nowhere.postMessage(undefined, [buffer]);
}

function closedPort(): MessagePort {
  const { port1, port2 } = new MessageChannel();
  port1.close();
  port2.close();
  return port1;
}

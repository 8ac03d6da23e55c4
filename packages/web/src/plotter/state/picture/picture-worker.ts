import type { PictureReply, PictureRequest } from './messages.ts';
import { PictureServer } from './picture-server.ts';

/** The part of the worker's global scope that is used here, because the page's types lack it. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<PictureRequest>) => void;
  postMessage: (reply: PictureReply, transfer: Transferable[]) => void;
};

const server = new PictureServer((reply, transfer) => port.postMessage(reply, transfer));
port.onmessage = ({ data }) => void server.handle(data);

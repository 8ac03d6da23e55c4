import type { PictureReply, PictureRequest } from './messages.ts';
import { PictureServer } from './picture-server.ts';

/** The page's types lack the worker's global scope. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<PictureRequest>) => void;
  postMessage: (reply: PictureReply, transfer: Transferable[]) => void;
};

const server = new PictureServer((reply, transfer) => port.postMessage(reply, transfer));
port.onmessage = ({ data }) => void server.handle(data);

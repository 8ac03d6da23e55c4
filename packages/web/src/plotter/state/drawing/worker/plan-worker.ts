import type { WorkerReply, WorkerRequest } from './messages.ts';
import { PlanServer } from './plan-server.ts';

/** The page's types lack the worker's global scope. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  postMessage: (reply: WorkerReply, transfer: ArrayBufferLike[]) => void;
};

/** Each worker plans one drawing or sheet. */
const server = new PlanServer((reply, transfer) => port.postMessage(reply, transfer));
port.onmessage = ({ data }) => void server.handle(data);

import type { WorkerReply, WorkerRequest } from './messages.ts';
import { PlanServer } from './plan-server.ts';

/** The part of the worker's global scope that is used here, because the page's types lack it. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  postMessage: (reply: WorkerReply, transfer: ArrayBufferLike[]) => void;
};

/** The program of a worker. Each worker plans one drawing or sheet. */
const server = new PlanServer((reply, transfer) => port.postMessage(reply, transfer));
port.onmessage = ({ data }) => void server.handle(data);

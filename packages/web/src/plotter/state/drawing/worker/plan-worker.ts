import type { WorkerReply, WorkerRequest } from './messages.ts';
import { PlanServer } from './plan-server.ts';

/** The part of the worker scope that is used; the page has no types for it. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  postMessage: (reply: WorkerReply, transfer: ArrayBufferLike[]) => void;
};

/** The program of a worker: one worker for one drawing. */
const server = new PlanServer((reply, transfer) => port.postMessage(reply, transfer));
port.onmessage = ({ data }) => void server.handle(data);

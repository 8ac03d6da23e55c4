import type { WorkerReply, WorkerRequest } from './messages.ts';
import { PlanServer } from './plan-server.ts';

/** What of a worker is used here; the types of the page have none. */
const port = self as unknown as {
  onmessage: (event: MessageEvent<WorkerRequest>) => void;
  postMessage: (reply: WorkerReply, transfer: ArrayBufferLike[]) => void;
};

/** The program of a worker: one worker for one drawing. */
const server = new PlanServer((reply, transfer) => port.postMessage(reply, transfer));
port.onmessage = ({ data }) => void server.handle(data);

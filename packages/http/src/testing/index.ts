export { type Documented, documentedBy, expectValid } from './documented.ts';
export { followStream, type SeenEvent, type SeenStream } from './event-stream.ts';
export { ask, type RawAnswer, sendBytes } from './raw-http.ts';
export { startWebhookReceiver } from './webhook-receiver.ts';

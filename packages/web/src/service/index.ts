export { connection, connectionMark, followService, isLive, reconnectNow } from './connection.ts';
export { ConnectionBanner } from './connection-banner.tsx';
export { explain, isUnreadable } from './explain.ts';
export { MqttBanner } from './mqtt-banner.tsx';
export { withSharedStream } from './stream/shared-fetch.ts';
export { askForToken, token, tokenWanted } from './token.ts';
export { TokenQuestion } from './token-question.tsx';

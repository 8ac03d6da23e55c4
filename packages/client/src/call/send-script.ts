import { type Content, openContent } from '../upload/content.ts';
import { scriptBody } from '../upload/framing.ts';
import type { Connection } from './connection.ts';
import { type SendOptions, sendUpload } from './send-upload.ts';

/** Streams a script as the body of a job. Loaded on first use, because pages start without it. */
export function sendScript<Name extends string, T>(
  connection: Connection<Name>,
  operation: Name,
  script: Content,
  { job = {}, ...options }: SendOptions & { job?: Parameters<typeof scriptBody>[1] | undefined },
): Promise<T> {
  return sendUpload(connection, operation, scriptBody(openContent(script), job), options);
}

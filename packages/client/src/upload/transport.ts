import type { UploadBody } from './framing.ts';

export interface UploadProgress {
  sentBytes: number;
  /** Undefined for a stream of which nobody said how long it is. */
  totalBytes: number | undefined;
}

export interface UploadRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: UploadBody;
  signal: AbortSignal | undefined;
  onProgress(progress: UploadProgress): void;
}

/** A way to send an upload. Its answer is that of `fetch`, whatever it is sent with. */
export type UploadTransport = (request: UploadRequest) => Promise<Response>;

import type { UploadBody } from './framing.ts';

export interface UploadProgress {
  sentBytes: number;
  /** Undefined for a stream of unknown length. */
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

export type UploadTransport = (request: UploadRequest) => Promise<Response>;

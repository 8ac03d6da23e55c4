import type { CardFile, ProgressOptions, StationClient } from '@stationery/client';
import type { FileContent } from '@stationery/client/node';
import { createResumableUploads, type ResumableUploads } from '@stationery/client/uploads';
import type { CommandContext } from '../../command-line/command.ts';
import { stationOptions } from '../../connection/connect.ts';

/** Smaller files are sent again instead of resumed, because asking would take longer. */
const resumableFromBytes = 1024 * 1024;

export interface FileToSend extends ProgressOptions {
  filename: string;
  mediaType?: string | undefined;
  replaces?: CardFile | undefined;
  onRetry?: ((error: unknown) => void) | undefined;
}

/** Resumes an interrupted upload if it is large enough. */
export function sendFile(
  clients: { station: StationClient; uploads: ResumableUploads },
  content: FileContent,
  { replaces, onRetry, ...options }: FileToSend,
): Promise<CardFile> {
  if (content.size >= resumableFromBytes)
    return clients.uploads.upload(content, { ...options, replaces, onRetry });
  return replaces === undefined
    ? clients.station.upload(content, options)
    : clients.station.replace(replaces, content, options);
}

export async function connectUploads({
  sources,
  signal,
}: Pick<CommandContext, 'sources' | 'signal'>): Promise<ResumableUploads> {
  return createResumableUploads(await stationOptions(sources('client'), signal));
}

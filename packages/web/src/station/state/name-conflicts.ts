import type { CardFile } from '@stationery/client';
import { reportFailure } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { station } from '../client.ts';
import { fileNamed } from './store.ts';
import { forgetUpload, retryUpload, type Upload } from './uploads.ts';

/** The replaced file keeps its id and tags. */
export function replaceUpload({ id, filename }: Upload): void {
  retryUpload(id, { replaces: fileNamed(filename) });
}

export function replaceAll(taken: readonly Upload[]): void {
  for (const upload of taken) replaceUpload(upload);
}

export async function skipIdentical(taken: readonly Upload[]): Promise<void> {
  const identical: Upload[] = [];
  await reportFailure(async () => {
    for (const upload of taken) {
      const known = fileNamed(upload.filename);
      if (known?.size !== upload.file.size || !(await hasContent(known, upload.file))) continue;
      identical.push(upload);
      forgetUpload(upload.id);
    }
    showToast({ message: stationTexts.uploads.identical(identical.length) });
  });
}

async function hasContent({ id, size }: CardFile, file: File): Promise<boolean> {
  if (size === 0) return true;
  const reader = (await station.content(id)).body?.getReader();
  for (let from = 0; ; ) {
    const piece = await reader?.read();
    if (piece?.value === undefined) return from === size;
    const own = new Uint8Array(await file.slice(from, from + piece.value.length).arrayBuffer());
    if (own.length !== piece.value.length || piece.value.some((byte, at) => byte !== own[at])) {
      await reader?.cancel();
      return false;
    }
    from += own.length;
  }
}

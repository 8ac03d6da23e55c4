import { isDrawingName } from '@stationery/contract/drawing-formats';
import { recognisedBytes, recogniseFile } from '@stationery/drawing';

type InspectedFile =
  | { kind: 'drawing'; name: string; blob: Blob }
  | { kind: 'picture'; name: string; blob: Blob }
  | { kind: 'script'; name: string; blob: Blob; start: string }
  /** `format` is undefined if the file is neither text nor recognised. */
  | { kind: 'refused'; format: string | undefined; isImage: boolean };

/** Recognises the kind of file by its first bytes, because file names may be wrong. */
export async function inspectFile(file: File): Promise<InspectedFile> {
  const bytes = new Uint8Array(await file.slice(0, recognisedBytes).arrayBuffer());
  const { isReadable, title, isPacked, isPicture = false, isDrawn, isScript } = recogniseFile(bytes);
  const name = file.name.replace(/\.[^.]+$/, '');
  if (isReadable || isPacked || (title === '' && isDrawingName(file.name)))
    return { kind: 'drawing', name, blob: await copyOf(file) };
  if (isDrawn !== undefined) return { kind: 'picture', name, blob: await copyOf(file) };
  // Scripts are UTF-8. Files with zero bytes may be UTF-16, so they are refused.
  if (isScript !== true || bytes.includes(0))
    return { kind: 'refused', format: title || undefined, isImage: isPicture };
  return { kind: 'script', name, blob: file, start: new TextDecoder().decode(bytes) };
}

/** Copies the file, because it is read again later and becomes unreadable if the user saves it again. */
async function copyOf(file: File): Promise<Blob> {
  try {
    return new Blob([await file.arrayBuffer()], { type: file.type });
  } catch {
    return file;
  }
}

import { stationTexts } from '../../texts/station.ts';
import { showToast } from '../../ui/index.ts';
import { addUploads } from './uploads.ts';

const maxFiles = 10_000;
const maxDepth = 3;

export async function uploadFolder(folder: FileSystemDirectoryEntry): Promise<void> {
  const found = await filesIn(folder, maxDepth);
  if (found.length === 0) showToast({ message: stationTexts.uploads.noneInFolder(folder.name) });
  if (found.length > maxFiles) showToast({ tone: 'danger', message: stationTexts.uploads.tooMany(maxFiles) });
  const uploads: [File, string][] = [];
  for (const entry of found.slice(0, maxFiles)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    uploads.push([file, entry.fullPath.slice(1)]);
  }
  const names = new Map(uploads);
  addUploads(names.keys(), (file) => names.get(file));
}

async function filesIn(folder: FileSystemDirectoryEntry, depth: number): Promise<FileSystemFileEntry[]> {
  const reader = folder.createReader();
  const files: FileSystemFileEntry[] = [];
  // Each call returns only some of the entries; an empty result marks the end.
  while (files.length <= maxFiles) {
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (entries.length === 0) break;
    for (const entry of entries) {
      if (entry.isFile) files.push(entry as FileSystemFileEntry);
      else if (depth > 1) files.push(...(await filesIn(entry as FileSystemDirectoryEntry, depth - 1)));
    }
  }
  return files;
}

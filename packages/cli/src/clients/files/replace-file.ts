import type { CardFile, StationClient } from '@stationery/client';

/** Deleting a file unbinds its tags, so they are bound again to the one that takes its place. */
export async function replaceFile(
  station: StationClient,
  old: CardFile,
  upload: () => Promise<CardFile>,
  signal: AbortSignal,
): Promise<CardFile> {
  const bound = (await station.tags({ signal })).filter(({ filename }) => filename === old.filename);
  await station.remove(old.id, { signal });
  const file = await upload();
  for (const { id } of bound) await station.bind(id, file.filename);
  return file;
}

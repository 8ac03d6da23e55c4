import type { StationClient } from '@stationery/client';
import { normalizedName } from '@stationery/core/file-name';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';

/** Refuses the name of a file that is not on the card. */
export async function requireFile(
  station: StationClient,
  filename: string,
  signal: AbortSignal,
): Promise<void> {
  const { files } = await station.card({ signal });
  const name = normalizedName(filename);
  if (!files.some((file) => file.filename === name))
    throw new Failure(`there is no file “${filename}” on the card. Upload it first`, exitCodes.notFound);
}

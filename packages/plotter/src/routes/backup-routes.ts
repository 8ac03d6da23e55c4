import { plotterRoutes } from '@stationery/contract';
import {
  ArchiveError,
  archiveEnd,
  archiveTypes,
  checkManifest,
  manifestName,
  manifestSumName,
  tarPlaces,
} from '@stationery/contract/archive';
import { AppError, parseBoundedJson, type StoredValue, sha256 } from '@stationery/core';
import { bodyChecker, bodyChunks, contentDisposition, RouteResponse, route } from '@stationery/http';
import type { FastifyInstance } from 'fastify';
import type { Profile } from '../drivers/profile.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { MachineProfile, StoredProfiles } from '../machine/profile.ts';
import { checkPens, type PalettePen, type PenPalette } from '../plan/pen-palette.ts';
import { refuseNonsense, refuseNotOffered } from './machine-routes.ts';

export interface BackedUp {
  machines: StoredValue<StoredProfiles>;
  pens: StoredValue<readonly PalettePen[]>;
  together: (work: () => void) => void;
}

interface Backup {
  machines: Profile[];
  chosen: number | null;
  pens: PalettePen[];
}

/** Newer versions are refused; unknown members are ignored. */
const version = 1;
/** Larger than any backup of a plotter. */
const maxBytes = 1024 * 1024;
const maxMachines = 50;

const checkMachine = bodyChecker(plotterRoutes.putMachine.body.schema);
const checkPalette = bodyChecker(plotterRoutes.putPens.body.schema);

export function backupRoutes(
  app: FastifyInstance,
  deps: { stored: BackedUp; machine: MachineProfile; palette: PenPalette; jobs: Jobs; onChange: () => void },
): void {
  const { stored, machine, palette, jobs, onChange } = deps;

  route(app, plotterRoutes.saveBackup, async () => {
    const { profiles, chosenId } = stored.machines.get();
    const chosen = profiles.findIndex(({ id }) => id === chosenId);
    const backup: Backup = {
      machines: profiles.map(({ profile }) => profile),
      chosen: chosen < 0 ? null : chosen,
      pens: [...palette.pens],
    };
    const text = JSON.stringify({ type: archiveTypes.plotter, version, ...backup }, null, 2);
    const bytes = Buffer.from(`${text}\n`);
    return new RouteResponse(Buffer.concat(archiveEnd(bytes, sha256(bytes))), {
      'content-disposition': contentDisposition('attachment', `${machine.current.name}.tar`),
      'cache-control': 'no-store',
    });
  });

  route(app, plotterRoutes.restoreBackup, async ({ raw }) => {
    jobs.refuseWhileUnderWay();
    const { machines, chosen, pens } = readBackup(await readManifest(bodyChunks(raw)));
    // A job may have started while the file arrived.
    jobs.refuseWhileUnderWay();
    const { nextId } = stored.machines.get();
    stored.together(() => {
      stored.machines.set({
        nextId: nextId + machines.length,
        chosenId: chosen === null ? null : nextId + chosen,
        profiles: machines.map((profile, at) => ({ id: nextId + at, profile })),
      });
      stored.pens.set(pens);
    });
    machine.reload();
    palette.reload();
    onChange();
  });
}

async function readManifest(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    // Stop at the limit: the file may be a large backup of a station.
    if (length <= maxBytes) parts.push(chunk);
    else return damaged('it is too large for the backup of a plotter');
  }
  const whole = Buffer.concat(parts);
  try {
    const places = await tarPlaces(async (from, count) => whole.subarray(from, from + count), whole.length);
    const [list, sum] = [manifestName, manifestSumName].map((name) => {
      const place = places.get(name);
      return place && whole.subarray(place.offset, place.offset + place.size);
    });
    if (list === undefined || sum === undefined) return damaged('it has no list of contents');
    checkManifest(sha256(list), sum);
    return list.toString('utf8');
  } catch (error) {
    if (error instanceof ArchiveError) return damaged(error.message);
    throw error;
  }
}

function readBackup(text: string): Backup {
  const found = parse(text);
  if (found.type === archiveTypes.station)
    throw new AppError(
      'collection-other-device',
      'This is the backup of a station, not of a plotter. Nothing was changed. Restore it on the page of the station.',
    );
  if (found.type !== archiveTypes.plotter || typeof found.version !== 'number')
    return damaged('it is not a backup');
  if (found.version > version)
    throw new AppError(
      'collection-newer',
      `The backup was made by a newer version (${found.version}); this one reads up to ${version}. Nothing was changed. Update first.`,
    );
  const { machines, chosen, pens } = found;
  if (!Array.isArray(machines) || machines.length > maxMachines)
    return damaged('its machine profiles cannot be read');
  try {
    const profiles = machines.map((one) => checkMachine(one));
    for (const profile of profiles) {
      refuseNonsense(profile);
      if (profile.driver !== undefined) refuseNotOffered(profile, profile.driver);
    }
    const palette = checkPalette({ pens }).pens;
    checkPens(palette);
    const isIndex = Number.isInteger(chosen) && Number(chosen) >= 0 && Number(chosen) < profiles.length;
    return { machines: profiles, chosen: isIndex ? Number(chosen) : null, pens: palette };
  } catch (error) {
    if (error instanceof AppError) return damaged(error.message.slice(0, 300).replace(/\.$/, ''));
    throw error;
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(parseBoundedJson(text));
  } catch {
    return damaged('its list of contents is not JSON');
  }
}

function damaged(why: string): never {
  throw new AppError(
    'collection-damaged',
    `The file cannot be restored: ${why}. Nothing was changed. Choose a different one, or save it again.`,
  );
}

import { join } from 'node:path';
import { type Change, type OriginalPath, readRecord } from '../record/network-record.ts';
import { type PathState, readPathState, samePathState } from '../record/path-state.ts';
import { isLink, type Rendered } from '../rendered-file.ts';
import { configRightsName } from '../units/index.ts';

const packagedPaths = new Map(
  [
    'system/stationery-station.service',
    'system/stationery-plotter.service',
    'system/stationery-apply.path',
    'system/stationery-apply.service',
  ].map((unit) => [`/etc/systemd/${unit}`, `/usr/lib/systemd/${unit}`]),
)
  .set('/etc/sysusers.d/stationery.conf', '/usr/lib/sysusers.d/stationery.conf')
  .set(`/etc/tmpfiles.d/${configRightsName}`, `/usr/lib/tmpfiles.d/${configRightsName}`)
  .set('/etc/polkit-1/rules.d/50-stationery.rules', '/usr/share/polkit-1/rules.d/50-stationery.rules');

/**
 * Returns the changes still to be made. They include the removal of files that only an earlier apply needed,
 * because these would break a different network backend.
 */
export function pendingChanges(root: string, rendered: readonly Rendered[]): Change[] {
  const wanted = rendered.filter((each) => !isPackaged(root, each.path));
  const paths = new Set(wanted.map(({ path }) => path));
  const written = readRecord(root)?.files ?? [];
  return [
    ...wanted.flatMap((each) => changeOf(root, each)),
    ...written
      // Keep files that their owner may edit; only “network remove” removes them.
      .filter((kept) => !paths.has(kept.path) && kept.written === undefined)
      .flatMap((kept) => changeBack(root, kept)),
  ];
}

function changeOf(root: string, rendered: Rendered): Change[] {
  const { path } = rendered;
  const to = placeOf(rendered);
  const now = readPathState(join(root, path));
  const texts = { path, before: textOf(now), after: textOf(to), to, rendered };
  if (now === null) return [{ ...texts, kind: 'new' }];
  if (!isLink(rendered) && rendered.keep === true) return [];
  return samePathState(now, to) ? [] : [{ ...texts, kind: 'changed' }];
}

/** Returns the change that restores a path, which an earlier apply wrote and this one does not need. */
function changeBack(root: string, { path, before: to }: OriginalPath): Change[] {
  const now = readPathState(join(root, path));
  if (samePathState(now, to)) return [];
  const kind = to === null ? 'removed' : 'restored';
  return [{ path, kind, before: textOf(now), after: textOf(to), to, rendered: undefined }];
}

/** Whether the Debian package contains the file. A copy in /etc would then hide the package's updates. */
function isPackaged(root: string, path: string): boolean {
  const packaged = packagedPaths.get(path);
  return packaged !== undefined && readPathState(join(root, packaged)) !== null;
}

function placeOf(rendered: Rendered): PathState {
  if (isLink(rendered)) return { kind: 'link', target: rendered.target };
  return { kind: 'file', mode: rendered.mode, content: Buffer.from(rendered.content) };
}

function textOf(place: PathState | null): string {
  if (place === null) return '';
  return place.kind === 'link' ? `link to ${place.target}\n` : place.content.toString('utf8');
}

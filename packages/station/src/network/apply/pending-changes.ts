import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { SettingError, systemErrorCode } from '@stationery/core';
import { isLink, type Rendered } from '../rendered-file.ts';
import { networkFolder } from '../units/index.ts';
import { whyRefused } from '../why-refused.ts';

/** What is to be done to one path for the system to be as rendered. */
export interface Change {
  readonly path: string;
  readonly kind: 'new' | 'changed' | 'removed';
  /** What is there and what shall be there; a link as a line of its own. */
  readonly before: string;
  readonly after: string;
  /** What to write; none for what is removed. */
  readonly rendered: Rendered | undefined;
}

interface Present {
  readonly text: string;
  readonly mode: number | undefined;
}

const packagedPaths = new Map(
  ['system/stationery-station.service', 'system/stationery-plotter.service'].map((unit) => [
    `/etc/systemd/${unit}`,
    `/usr/lib/systemd/${unit}`,
  ]),
)
  .set('/etc/sysusers.d/stationery.conf', '/usr/lib/sysusers.d/stationery.conf')
  .set('/etc/polkit-1/rules.d/50-stationery.rules', '/usr/share/polkit-1/rules.d/50-stationery.rules');
const listPath = `${networkFolder}/files`;

/**
 * What differs below a root, and what an earlier time wrote that is not wanted any more: left lying, it would
 * keep the other way of running the network from working.
 */
export function pendingChanges(root: string, rendered: readonly Rendered[]): Change[] {
  const wanted = rendered.filter((each) => !isPackaged(root, each.path));
  const listed = wanted.filter((each) => isLink(each) || each.keep !== true).map(({ path }) => path);
  const list = { path: listPath, mode: 0o644, content: `${listed.join('\n')}\n` };
  const written = present(root, listPath)?.text.split('\n') ?? [];
  const gone = written.filter((path) => path.startsWith('/') && !listed.includes(path));
  return [
    ...[...wanted, list].flatMap((each) => changeOf(root, each)),
    ...gone.flatMap((path): Change[] => {
      const before = present(root, path);
      return before === undefined
        ? []
        : [{ path, kind: 'removed', before: before.text, after: '', rendered: undefined }];
    }),
  ];
}

function changeOf(root: string, rendered: Rendered): Change[] {
  const { path } = rendered;
  const before = present(root, path);
  if (before === undefined) return [{ path, kind: 'new', before: '', after: textOf(rendered), rendered }];
  if (!isLink(rendered) && rendered.keep === true) return [];
  const same =
    before.text === textOf(rendered) && before.mode === (isLink(rendered) ? undefined : rendered.mode);
  return same ? [] : [{ path, kind: 'changed', before: before.text, after: textOf(rendered), rendered }];
}

/** Our package brings the services along; a copy in /etc would outlive its updates. */
function isPackaged(root: string, path: string): boolean {
  const packaged = packagedPaths.get(path);
  return packaged !== undefined && present(root, packaged) !== undefined;
}

const textOf = (rendered: Rendered) => (isLink(rendered) ? `link to ${rendered.target}\n` : rendered.content);

function present(root: string, path: string): Present | undefined {
  const full = join(root, path);
  try {
    const found = lstatSync(full);
    if (found.isSymbolicLink()) return { text: `link to ${readlinkSync(full)}\n`, mode: undefined };
    return { text: readFileSync(full, 'utf8'), mode: found.mode & 0o777 };
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw new SettingError(`${full} cannot be read: ${whyRefused(error)}`);
  }
}

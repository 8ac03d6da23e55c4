import { createBackups } from '@stationery/client/backups';
import { BackupDialog, type Manifest } from '../../../service/backup-dialog.tsx';
import { clientOptions } from '../../../service/index.ts';
import { backupTexts } from '../../../texts/backup.ts';
import { formatBytes } from '../../../ui/format.ts';
import { backupDialog } from '../../state/dialogs.ts';
import { normalized } from '../../state/file-names.ts';
import { files, settings, tags } from '../../state/store.ts';

const texts = backupTexts.station;
const backups = createBackups('station', clientOptions);

export function StationBackup() {
  const nickname = settings.value?.nickname ?? '';
  const listed = [...(files.value?.values() ?? [])];
  const sizeBytes = listed.reduce((sum, { size }) => sum + size, 0);
  return (
    <BackupDialog
      mode={backupDialog.value ?? 'save'}
      service="station"
      backups={backups}
      name={`${nickname}.tar`}
      contents={texts.contents(listed.length, formatBytes(sizeBytes), tags.value?.size ?? 0)}
      describe={describe}
      onClose={backupDialog.close}
    />
  );
}

/** Returns the name in the form in which the station compares names. */
const keyOf = (name: string) => normalized(name).toLowerCase();

async function describe(manifest: Manifest) {
  const saved = listOf<{ filename?: unknown }>(manifest.files);
  const savedTags = listOf<{ serial?: unknown }>(manifest.tags);
  const here = new Set([...(files.value?.values() ?? [])].map(({ filename }) => keyOf(filename)));
  const known = new Set<unknown>([...(tags.value?.values() ?? [])].map(({ serial }) => serial));
  return {
    found: texts.found(String(manifest.nickname), saved.length, savedTags.length),
    replaced: texts.replaced(
      saved.filter(({ filename }) => here.has(keyOf(String(filename)))).length,
      savedTags.filter(({ serial }) => known.has(serial)).length,
    ),
  };
}

const listOf = <T,>(value: unknown): T[] => (Array.isArray(value) ? value : []);

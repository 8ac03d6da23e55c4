import { createBackups } from '@stationery/client/backups';
import { BackupDialog, type Manifest } from '../../../service/backup-dialog.tsx';
import { clientOptions } from '../../../service/index.ts';
import { backupTexts } from '../../../texts/backup.ts';
import { plotterTexts } from '../../../texts/plotter.ts';
import { setup } from '../../setup-client.ts';
import { backupDialog } from '../../state/dialogs.ts';
import { ownedPens } from '../../state/drawing/pens.ts';
import { machine } from '../../state/store.ts';

const texts = backupTexts.plotter;
const backups = createBackups('plotter', clientOptions);

export const PlotterBackup = () => (
  <BackupDialog
    mode={backupDialog.value ?? 'save'}
    service="plotter"
    backups={backups}
    name={`${machine.value?.name ?? plotterTexts.title}.tar`}
    contents={texts.contents}
    describe={describe}
    onRestored={async () => {
      ownedPens.value = await setup.pens();
    }}
    onClose={backupDialog.close}
  />
);

async function describe(manifest: Manifest) {
  const [machines, pens] = await Promise.all([setup.machines(), setup.pens()]);
  return {
    found: texts.found(countOf(manifest.machines), countOf(manifest.pens)),
    replaced: texts.replaced(machines.length, pens.length),
  };
}

const countOf = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

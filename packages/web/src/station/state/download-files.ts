import type { CardFile } from '@stationery/client';
import { reportFailure } from '../../service/index.ts';
import { stationTexts } from '../../texts/station.ts';
import { formatBytes } from '../../ui/format.ts';
import { showToast } from '../../ui/index.ts';
import { saveFile } from '../../ui/save-file.ts';
import { station } from '../client.ts';
import { downloadFile } from './download.ts';
import { settings } from './store.ts';
import { ZipArchive } from './zip.ts';

/** Maximum size of an archive, because the browser keeps all of it until it is saved. */
const maxBytes = 1024 ** 3;

export async function downloadFiles(chosen: readonly CardFile[]): Promise<void> {
  const { files: texts } = stationTexts;
  const [first] = chosen;
  if (first !== undefined && chosen.length === 1) return downloadFile(first);
  const bytes = chosen.reduce((sum, { size }) => sum + size, 0);
  if (bytes > maxBytes) {
    showToast({ tone: 'danger', message: texts.tooMuch(formatBytes(bytes), formatBytes(maxBytes)) });
    return;
  }
  showToast({ message: texts.downloading(chosen.length) });
  await reportFailure(async () => {
    const zip = new ZipArchive();
    for (const { id, filename } of chosen) await zip.add(filename, await (await station.content(id)).blob());
    saveFile(`${settings.value?.nickname ?? 'Stationery'}.zip`, zip.finish());
  });
}

import { createReadStream } from 'node:fs';
import { silentLogger } from '@stationery/core';
import { readPublicKey } from '../../dist/firmware/bundle/signature.js';
import { FirmwareUpdater } from '../../dist/firmware/firmware-updater.js';
import { SlotFolder } from '../../dist/firmware/slots/slot-folder.js';
import { SlotInstaller } from '../../dist/firmware/slots/slot-installer.js';

/** Installs a bundle with the parts that a station does it with. `step` is called before each step that lasts. */
export async function installBundle({ slotsDir, bundle, keyFile, running, version }, step) {
  const folder = new SlotFolder(slotsDir, step);
  const updater = new FirmwareUpdater({
    installer: new SlotInstaller({ folder, running, step }),
    rules: {
      product: 'stationery-station',
      hardware: 'any',
      runningVersion: version,
      keys: [readPublicKey(keyFile)],
      allowUnsigned: false,
      maxBytes: 1e9,
    },
    log: silentLogger,
    onProgress: () => {},
    step,
  });
  await updater.update((take) => take(createReadStream(bundle, { highWaterMark: 1024 })));
}

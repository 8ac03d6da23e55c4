import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { FirmwareUpdater } from '../../../appliance/dist/firmware/firmware-updater.js';
import { keysFile } from '../../../appliance/dist/firmware/keys/stored-key-changes.js';
import { TrustedKeys } from '../../../appliance/dist/firmware/keys/trusted-keys.js';
import { SlotFolder } from '../../../appliance/dist/firmware/slots/slot-folder.js';
import { SlotInstaller } from '../../../appliance/dist/firmware/slots/slot-installer.js';

/** Replaces the service's logger, which takes a third of the start, because this runs hundreds of times. */
const silentLog = { info() {}, warn() {}, error() {} };

/** Installs a bundle. Calls `step` before each durable step. */
export async function installBundle({ slotsDir, bundle, keyFile, running, version }, step) {
  const folder = new SlotFolder(slotsDir, step);
  const updater = new FirmwareUpdater({
    installer: new SlotInstaller({ folder, running, step }),
    rules: {
      runningVersion: version,
      keys: new TrustedKeys([keyFile], join(slotsDir, keysFile)),
      allowUnsigned: false,
      maxBytes: 1e9,
    },
    log: silentLog,
    onProgress: () => {},
    step,
  });
  await updater.update((take) => take(createReadStream(bundle, { highWaterMark: 1024 })));
}

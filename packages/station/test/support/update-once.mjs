// Installs a bundle in a slot folder as a station does, in a process that can be killed at any step:
// node update-once.mjs <slots> <bundle> <public key> <running slot> <running version> <step to die at>
import { createReadStream } from 'node:fs';
import { silentLogger } from '@stationery/core';
import { readPublicKey } from '../../dist/firmware/bundle/signature.js';
import { FirmwareUpdater } from '../../dist/firmware/firmware-updater.js';
import { SlotFolder } from '../../dist/firmware/slots/slot-folder.js';
import { SlotInstaller } from '../../dist/firmware/slots/slot-installer.js';

const [slots, bundle, key, running, runningVersion, deadly] = process.argv.slice(2);
let steps = 0;
const step = () => {
  if (++steps === Number(deadly)) process.kill(process.pid, 'SIGKILL');
};
const folder = new SlotFolder(slots, step);
const updater = new FirmwareUpdater({
  installer: new SlotInstaller({ folder, running, step }),
  rules: {
    product: 'stationery-station',
    hardware: 'any',
    runningVersion,
    keys: [readPublicKey(key)],
    allowUnsigned: false,
    maxBytes: 1e9,
  },
  log: silentLogger,
  onProgress: () => {},
  step,
});
await updater.update((take) => take(createReadStream(bundle, { highWaterMark: 1024 })));
process.stdout.write(String(steps));

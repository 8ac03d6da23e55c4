import { signal } from '@preact/signals';
import { explain } from '../../service/index.ts';
import { station } from '../client.ts';
import { SpeedMeter } from './speed-meter.ts';

type FirmwareUpload =
  | { state: 'none' }
  | { state: 'sending'; part: number; bytesPerSecond: number }
  /** The upload is complete, and the station checks and installs it. */
  | { state: 'installing' }
  | { state: 'installed'; version: string }
  | { state: 'failed'; why: string };

export const firmwareUpload = signal<FirmwareUpload>({ state: 'none' });

export async function updateFirmware(bundle: File): Promise<void> {
  const meter = new SpeedMeter();
  firmwareUpload.value = { state: 'sending', part: 0, bytesPerSecond: 0 };
  try {
    const { fw_version: version } = await station.updateFirmware(bundle, {
      onProgress({ sentBytes }) {
        const part = bundle.size === 0 ? 1 : sentBytes / bundle.size;
        firmwareUpload.value =
          part >= 1
            ? { state: 'installing' }
            : { state: 'sending', part, bytesPerSecond: meter.note(sentBytes) };
      },
    });
    firmwareUpload.value = { state: 'installed', version };
  } catch (error) {
    firmwareUpload.value = { state: 'failed', why: explain(error) };
  }
}

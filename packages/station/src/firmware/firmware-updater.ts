import { AppError } from '@stationery/core';

/** Takes firmware files, one at a time. No kind of file can be installed yet, so each is refused with a reason. */
export class FirmwareUpdater {
  #running = false;

  get running(): boolean {
    return this.#running;
  }

  async install(file: AsyncIterable<Buffer>): Promise<never> {
    if (this.#running) throw new AppError('firmware.busy', 'An update is running. Wait until it is done.');
    this.#running = true;
    try {
      let sizeBytes = 0;
      for await (const chunk of file) sizeBytes += chunk.length;
      throw new AppError(
        'firmware.rejected',
        sizeBytes === 0 ? 'The file is empty.' : 'The file is not a firmware bundle for this station.',
      );
    } finally {
      this.#running = false;
    }
  }
}

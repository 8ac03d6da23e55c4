import { describeFirmwareReason, type FirmwareFailure } from '@stationery/contract';
import { AppError } from '@stationery/core';

/** An update that was accepted and could not be installed; the status of the firmware says why, in words and as data. */
export class FirmwareRejected extends AppError {
  readonly reason: FirmwareFailure;

  constructor(reason: FirmwareFailure, cause?: unknown) {
    super('firmware-rejected', describeFirmwareReason(reason), { cause });
    this.reason = reason;
  }
}

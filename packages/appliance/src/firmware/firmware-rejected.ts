import { describeFirmwareReason, type FirmwareFailure } from '@stationery/contract';
import { AppError } from '@stationery/core';

/** A rejected bundle. The firmware status shows the reason as text and as data. */
export class FirmwareRejected extends AppError {
  readonly reason: FirmwareFailure;

  constructor(reason: FirmwareFailure, cause?: unknown) {
    super('firmware-rejected', describeFirmwareReason(reason), { cause });
    this.reason = reason;
  }
}

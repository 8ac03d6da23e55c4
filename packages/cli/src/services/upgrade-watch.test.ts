import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endWhenUpgraded } from './service.ts';

describe('endWhenUpgraded', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('ends the service once it is idle, and ignores an old request', async () => {
    const folder = await temporaryFolder();
    const asked = join(folder, 'restart-when-idle');
    mkdirSync(asked);
    let isIdle = true;
    const end = vi.fn();
    endWhenUpgraded(folder, () => isIdle, end);
    expect(existsSync(asked)).toBe(false);
    vi.advanceTimersByTime(60_000);
    expect(end).not.toHaveBeenCalled();
    isIdle = false;
    mkdirSync(asked);
    vi.advanceTimersByTime(60_000);
    expect(end).not.toHaveBeenCalled();
    isIdle = true;
    vi.advanceTimersByTime(60_000);
    expect(end).toHaveBeenCalledTimes(1);
  });
});

import type { ReaderReason } from '@stationery/contract';
import { PcscRefusal, type PcscRefusalReason } from './pcsc-api.ts';

const codes = {
  'no-service': 'pcsc-not-running',
  'not-allowed': 'pcsc-not-allowed',
  'unknown-protocol': 'pcsc-unknown-protocol',
  'no-answer': 'pcsc-silent',
  stopped: 'pcsc-stopped',
} as const satisfies Record<PcscRefusalReason, ReaderReason['code']>;

export function whyServiceFailed(error: unknown, platform: NodeJS.Platform = process.platform): ReaderReason {
  const why = error instanceof PcscRefusal ? error.why : 'no-answer';
  return { code: why === 'no-service' && platform !== 'linux' ? 'pcsc-linux-only' : codes[why] };
}

export function whyNoReader(filter: string, names: readonly string[]): ReaderReason {
  if (names.length === 0) return { code: 'pcsc-no-reader' };
  return { code: 'pcsc-no-match', filter, names: names.join(', ') };
}

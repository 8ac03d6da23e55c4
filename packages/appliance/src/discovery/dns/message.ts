import type { Name } from './name.ts';
import type { DnsRecord } from './record.ts';

export interface Question {
  name: Name;
  /** One of `typeCodes`, or an unsupported type. */
  type: number;
  /** Whether the sender prefers a unicast response. */
  unicast: boolean;
}

/**
 * A multicast DNS message (RFC 6762, 18). It has the form of a DNS message, but most numbers and codes are ignored.
 */
export interface DnsMessage {
  id: number;
  response: boolean;
  questions: readonly Question[];
  answers: readonly DnsRecord[];
  /** In a probe: the records that the sender is about to claim. */
  authorities: readonly DnsRecord[];
  additionals: readonly DnsRecord[];
}

export const emptyMessage: DnsMessage = {
  id: 0,
  response: false,
  questions: [],
  answers: [],
  authorities: [],
  additionals: [],
};

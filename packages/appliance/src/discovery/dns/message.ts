import type { Name } from './name.ts';
import type { DnsRecord } from './record.ts';

export interface Question {
  name: Name;
  /** A number of `typeCodes`, or of a type that is not known here. */
  type: number;
  /** The asker would rather be answered alone. */
  unicast: boolean;
}

/** A message of multicast DNS (RFC 6762, 18): like one of DNS, but its numbers and codes are mostly ignored. */
export interface DnsMessage {
  id: number;
  response: boolean;
  questions: readonly Question[];
  answers: readonly DnsRecord[];
  /** What somebody who asks for a name is about to say of it. */
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

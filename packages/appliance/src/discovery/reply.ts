import { answersTo } from './answers.ts';
import { type DnsMessage, emptyMessage } from './dns/message.ts';
import type { DnsRecord } from './dns/record.ts';
import { multicastPort, type Sender } from './multicast-network.ts';

export interface Reply {
  message: DnsMessage;
  /** The recipient; undefined for multicast. */
  to?: Sender;
  /** Other hosts may answer the same question at the same time. */
  mayCollide: boolean;
}

const plainTtlSeconds = 10;

/** Returns the reply to a query, if any. */
export function replyTo(query: DnsMessage, from: Sender, records: readonly DnsRecord[]): Reply | undefined {
  // Packets may have source port 0, and sending to port 0 fails.
  if (from.port === 0) return undefined;
  const { answers, additionals } = answersTo(query, records);
  if (answers.length === 0) return undefined;
  const message = { ...emptyMessage, response: true, answers, additionals };
  if (from.port !== multicastPort) return { message: plain(query, message), to: from, mayCollide: false };
  const mayCollide = answers.some(({ unique }) => !unique);
  return query.questions.every(({ unicast }) => unicast)
    ? { message, to: from, mayCollide }
    : { message, mayCollide };
}

/**
 * Response to a legacy unicast query (RFC 6762, 6.7): repeats id and question, has a short TTL and no cache-flush bit.
 */
function plain({ id, questions }: DnsMessage, message: DnsMessage): DnsMessage {
  const shorten = (record: DnsRecord): DnsRecord => ({
    ...record,
    unique: false,
    ttlSeconds: Math.min(record.ttlSeconds, plainTtlSeconds),
  });
  const { answers, additionals } = message;
  return { ...message, id, questions, answers: answers.map(shorten), additionals: additionals.map(shorten) };
}

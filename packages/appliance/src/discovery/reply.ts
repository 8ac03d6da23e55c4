import { answersTo } from './answers.ts';
import { type DnsMessage, emptyMessage } from './dns/message.ts';
import type { DnsRecord } from './dns/record.ts';
import { multicastPort, type Sender } from './multicast-network.ts';

export interface Reply {
  message: DnsMessage;
  /** Everybody, unless it is for one. */
  to?: Sender;
  /** Others may answer the same question at the same moment. */
  mayCollide: boolean;
}

const plainTtlSeconds = 10;

/** What is answered to a question, if anything. */
export function replyTo(query: DnsMessage, from: Sender, records: readonly DnsRecord[]): Reply | undefined {
  // A packet may come without a port to answer to, and sending to port 0 is an error.
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
 * For a resolver that knows nothing of multicast (RFC 6762, 6.7): it wants its question and number back, keeps
 * answers for a short time, and must not see the mark of unique records.
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

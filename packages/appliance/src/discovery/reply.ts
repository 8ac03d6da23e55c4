import { type DnsMessage, emptyMessage, type Question } from './dns/message.ts';
import { sameName } from './dns/name.ts';
import { type DnsRecord, recordKey, typeCode, typeCodes } from './dns/record.ts';
import { multicastPort, type Sender } from './multicast-network.ts';

export interface Reply {
  message: DnsMessage;
  /** Absent for multicast. */
  to?: Sender;
  /** Whether other hosts may answer the same question at the same time. */
  mayCollide: boolean;
}

const plainTtlSeconds = 10;

export function replyTo(query: DnsMessage, from: Sender, records: readonly DnsRecord[]): Reply | undefined {
  // Ignore packets with source port 0, because sending to port 0 fails.
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
 * Converts a reply for a legacy query (RFC 6762, 6.7), which needs id and question, a short TTL, and no
 * cache-flush bit.
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

interface Answers {
  answers: DnsRecord[];
  additionals: DnsRecord[];
}

/** Returns the answers that the sender does not know yet, and records that it is likely to ask for next. */
export function answersTo({ questions, answers: known }: DnsMessage, records: readonly DnsRecord[]): Answers {
  const stillFresh = new Map(known.map((record) => [recordKey(record), record.ttlSeconds]));
  const answers = distinct(questions.flatMap((question) => matching(question, records))).filter(
    (record) => (stillFresh.get(recordKey(record)) ?? 0) < record.ttlSeconds / 2,
  );
  const given = new Set(answers.map(recordKey));
  const additionals = distinct(follow(answers, records)).filter((record) => !given.has(recordKey(record)));
  return { answers, additionals };
}

function matching({ name, type }: Question, records: readonly DnsRecord[]): DnsRecord[] {
  const named = records.filter((record) => sameName(record.name, name));
  if (type === typeCodes.ANY) return named.filter(({ data }) => data.type !== 'NSEC');
  const asked = named.filter(({ data }) => typeCode(data) === type);
  return asked.length > 0 ? asked : named.filter(({ data }) => data.type === 'NSEC');
}

/** Adds the port and host of services, and the addresses of hosts. */
function follow(from: readonly DnsRecord[], records: readonly DnsRecord[]): DnsRecord[] {
  return from.flatMap(({ name, data }) => {
    if (data.type === 'A') return records.filter((other) => sameName(other.name, name));
    if (data.type !== 'PTR' && data.type !== 'SRV') return [];
    const next = records.filter((other) => other.unique && sameName(other.name, data.target));
    return [...next, ...(data.type === 'PTR' ? follow(next, records) : [])];
  });
}

const distinct = (records: readonly DnsRecord[]): DnsRecord[] => [
  ...new Map(records.map((record) => [recordKey(record), record])).values(),
];

import type { DnsMessage, Question } from './dns/message.ts';
import { sameName } from './dns/name.ts';
import { type DnsRecord, recordKey, typeCode, typeCodes } from './dns/record.ts';

export interface Answers {
  answers: DnsRecord[];
  additionals: DnsRecord[];
}

/** Returns the answers to the questions, without known answers, and the records likely to be asked for next. */
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

import { describe, expect, it } from 'vitest';
import { emptyMessage } from './dns/message.ts';
import type { Name } from './dns/name.ts';
import { type DnsRecord, typeCodes } from './dns/record.ts';
import { answersTo, replyTo } from './reply.ts';
import { serviceRecords } from './service-records.ts';

const records = serviceRecords(
  { instance: 'Kitchen', hosts: ['kitchen', 'station'], port: 8080, txt: { serial: '02AB', path: '/' } },
  ['10.0.0.1'],
);
const instance: Name = ['Kitchen', '_stationery', '_tcp', 'local'];
const question = (type: keyof typeof typeCodes, ...name: string[]) => ({
  name,
  type: typeCodes[type],
  unicast: false,
});
const asked = (...questions: ReturnType<typeof question>[]) => ({ ...emptyMessage, questions });
const kinds = (list: readonly DnsRecord[]) => list.map(({ name, data }) => `${data.type} ${name[0]}`).sort();

describe('a question', () => {
  it('for services is answered with the service, its host, its port and its addresses', () => {
    const { answers, additionals } = answersTo(
      asked(question('PTR', '_stationery', '_tcp', 'local')),
      records,
    );
    expect(answers.map(({ data }) => data)).toEqual([{ type: 'PTR', target: instance }]);
    expect(kinds(additionals)).toEqual(['A kitchen', 'NSEC kitchen', 'SRV Kitchen', 'TXT Kitchen']);
  });

  it.each([
    [question('SRV', ...instance), ['SRV Kitchen']],
    [question('TXT', ...instance), ['TXT Kitchen']],
    [question('ANY', ...instance), ['SRV Kitchen', 'TXT Kitchen']],
    [question('A', 'STATION', 'Local'), ['A station']],
    [question('A', 'kitchen', 'local'), ['A kitchen']],
    [question('PTR', '_services', '_dns-sd', '_udp', 'local'), ['PTR _services', 'PTR _services']],
    [question('A', 'cellar', 'local'), []],
    [question('A', 'station', 'example'), []],
    [question('PTR', '_ipp', '_tcp', 'local'), []],
  ])('%j is answered with %j', (one, expected) => {
    expect(kinds(answersTo(asked(one), records).answers)).toEqual(expected);
  });

  it('for an IPv6 address gets a negative answer at once', () => {
    const { answers } = answersTo(asked(question('AAAA', 'station', 'local')), records);
    expect(answers.map(({ data }) => data)).toEqual([
      { type: 'NSEC', next: ['station', 'local'], types: [typeCodes.A] },
    ]);
  });

  it('with a known answer gets no reply, unless that answer is about to expire', () => {
    const query = asked(question('PTR', '_stationery', '_tcp', 'local'));
    const [known] = answersTo(query, records).answers as [DnsRecord];
    expect(answersTo({ ...query, answers: [known] }, records)).toEqual({ answers: [], additionals: [] });
    const stale = { ...known, ttlSeconds: known.ttlSeconds / 2 - 1 };
    expect(answersTo({ ...query, answers: [stale] }, records).answers).toEqual([known]);
  });
});

describe('a reply', () => {
  const multicast = { address: '10.0.0.2', port: 5353 };
  it('is multicast, or unicast if requested', () => {
    const forHost = question('A', 'station', 'local');
    expect(replyTo(asked(forHost), multicast, records)).toMatchObject({ mayCollide: false });
    expect(replyTo(asked(forHost), multicast, records)?.to).toBeUndefined();
    expect(replyTo(asked({ ...forHost, unicast: true }), multicast, records)?.to).toEqual(multicast);
    expect(replyTo(asked(question('PTR', '_http', '_tcp', 'local')), multicast, records)?.mayCollide).toBe(
      true,
    );
    expect(replyTo(asked(question('A', 'cellar', 'local')), multicast, records)).toBeUndefined();
  });

  it('to a legacy resolver repeats the id and question of the query, and sets no cache-flush bits', () => {
    const from = { address: '10.0.0.2', port: 40_000 };
    const query = { ...asked(question('A', 'station', 'local')), id: 77 };
    const reply = replyTo(query, from, records);
    expect(reply).toMatchObject({
      to: from,
      message: { id: 77, response: true, questions: query.questions },
    });
    for (const { unique, ttlSeconds } of reply?.message.answers ?? []) {
      expect({ unique, ttlSeconds }).toEqual({ unique: false, ttlSeconds: 10 });
    }
  });

  it('is not sent to a packet with source port 0', () => {
    const query = asked(question('A', 'station', 'local'));
    expect(replyTo(query, { address: '10.0.0.2', port: 0 }, records)).toBeUndefined();
  });
});

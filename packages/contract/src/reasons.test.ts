import { Check } from 'typebox/value';
import { expect, it } from 'vitest';
import { BrokerReason, brokerReasons } from './broker-reasons.ts';
import { FleetReason, fleetReasons } from './fleet/reasons.ts';
import { MqttReason, mqttReasons } from './mqtt.ts';
import { because, describeReason, JobReason, jobReasons } from './plotter/reasons/job-reasons.ts';
import {
  linkReasons,
  PlainLinkReason,
  plainLinkReasons,
  SendReason,
} from './plotter/reasons/link-reasons.ts';
import { NoticeReason, notice, notices } from './plotter/reasons/notices.ts';
import { reasonExamples } from './reason-examples.ts';
import { CollectionReason, collectionReasons } from './station/collection-reasons.ts';
import { FirmwareReason, firmwareReasons } from './station/firmware-reasons.ts';
import { PlayerReason, playerReasons } from './station/player-reasons.ts';
import { PlotReason, plotReasons } from './station/plots.ts';
import { ReaderReason, readerReasons } from './station/reader-reasons.ts';

it.each([
  ['the link', plainLinkReasons, PlainLinkReason],
  ['a command', linkReasons, SendReason],
  ['a job', jobReasons, JobReason],
  ['a notice', notices, NoticeReason],
  ['the reader', readerReasons, ReaderReason],
  ['the player', playerReasons, PlayerReason],
  ['a plot by a tag', plotReasons, PlotReason],
  ['the firmware', firmwareReasons, FirmwareReason],
  ['a collection at a station', collectionReasons, CollectionReason],
  ['MQTT', mqttReasons, MqttReason],
  ['the broker of a fleet', brokerReasons, BrokerReason],
  ['the fleet', fleetReasons, FleetReason],
])('every reason of %s has a code, a sentence, and data that match its schema', (_, table, schema) => {
  const examples = reasonExamples(table);
  expect(examples.length).toBeGreaterThan(3);
  for (const { code, data, text } of examples) {
    expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(text).toMatch(/^[A-Z“].*[.>)]$/);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
    expect(Check(schema, data), code).toBe(true);
    expect(Check(schema, { ...data, other: 1 }), code).toBe(false);
  }
  expect(Check(schema, { code: 'unheard-of' })).toBe(false);
});

it('the sentence of a job state or a notice comes from the table of reasons', () => {
  const cause = { code: 'resume-failed', because: { code: 'unanswered', command: 'PENUP' } } as const;
  expect(because(cause)).toEqual({
    reason: 'The job could not be resumed: “PENUP” was not answered in time.',
    cause,
  });
  const refused = { command: 'MOVE X40000 Y0', reply: 'ERR LIMIT' };
  const refusal = { code: 'outside-limits', xMm: 500, yMm: 0 } as const;
  expect(describeReason({ code: 'command-refused', ...refused, refusal })).toBe(
    'The plotter refused “MOVE X40000 Y0”: ERR LIMIT. In millimetres this is X500 Y0.',
  );
  expect(notice({ code: 'plotter-stopped', isSaved: true, pausedJob: 7 }).text).toBe(
    'The plotter was stopped. Job 7 was paused and stays paused: resume or cancel it.',
  );
});

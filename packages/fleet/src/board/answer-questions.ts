import {
  allAsks,
  askingDevice,
  because,
  fleetProtocol,
  type QueueJob,
  type ResumeAnswer,
} from '@stationery/contract/fleet';
import { messageOf, type RefusalLog } from '@stationery/core';
import { readMessage, writeMessage } from '../broker/message.ts';
import { checkAbout, type ReportsDeps } from './reports.ts';

type Parts = Pick<ReportsDeps, 'broker' | 'queue' | 'isMember'> & { unanswered: RefusalLog };

/**
 * Answers devices that ask whether they may resume a job: only if the board still has it as interrupted on that
 * device.
 */
export function answerQuestions(parts: Parts): void {
  parts.broker.current.nats.subscribe(allAsks, {
    callback: (error, message) => {
      if (error !== null) return;
      const device = askingDevice(message.subject);
      void mayResume(parts, device, message.data)
        .then((answer) => message.respond(writeMessage(answer)))
        .catch((error: unknown) => parts.unanswered.note(messageOf(error), device));
    },
  });
}

async function mayResume(
  { queue, isMember }: Parts,
  device: string,
  data: Uint8Array,
): Promise<ResumeAnswer> {
  const { protocol, job: id, fence } = readMessage(data, checkAbout);
  if (protocol !== fleetProtocol)
    return {
      yes: false,
      why: because({ code: 'other-protocol', board: fleetProtocol, device: protocol }),
    };
  if (!isMember(device)) return { yes: false, why: because({ code: 'unknown-member', device }) };
  let yes = false;
  await queue.change(id, (job) => {
    const { state } = job;
    yes = 'device' in state && state.device === device && job.fence === fence && isUnderWay(state);
    if (!yes || state.state === 'plotting') return undefined;
    const progress = 'progress' in state ? state.progress : 0;
    return { ...job, state: { state: 'plotting', device, progress } };
  });
  return { yes };
}

const isUnderWay = ({ state }: QueueJob['state']) =>
  ['taken', 'plotting', 'paused', 'interrupted'].includes(state);

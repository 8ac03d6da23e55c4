import { Kvm } from '@nats-io/kv';
import { nuid } from '@nats-io/transport-node';
import {
  AboutJob,
  because,
  boardConsumer,
  FleetReport,
  fleetBuckets,
  fleetProtocol,
  fleetStreams,
  reportingDevice,
} from '@stationery/contract/fleet';
import { AppError, type Clock, type Logger, messageOf, RefusalLog } from '@stationery/core';
import { bodyChecker } from '@stationery/http';
import type { Broker } from '../broker/connect-broker.ts';
import { keepTrying, type RetryOptions } from '../broker/keep-trying.ts';
import { readMessage } from '../broker/message.ts';
import { readStream } from '../broker/read-stream.ts';
import { messageChecker } from '../reasons.ts';
import { applyReport } from './apply-report.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { JobQueue } from './job-queue.ts';

const maxParkedPerDevice = 1_000;

/** Reports in a different version of the protocol, kept until a board supports that version. */
class ParkedReports {
  readonly #broker: Broker;
  readonly #counts = new Map<string, number>();

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  /** Stores a report. Returns false if the device already has too many parked reports. */
  async park(device: string, data: Uint8Array): Promise<boolean> {
    const count = this.#counts.get(device) ?? 0;
    if (count >= maxParkedPerDevice) return false;
    await (await this.#bucket()).create(`${device}.${nuid.next()}`, data);
    this.#counts.set(device, count + 1);
    return true;
  }

  /** Passes the parked reports to `take` in order of arrival and removes those it accepts. */
  async takeUp(take: (device: string, data: Uint8Array) => Promise<boolean>): Promise<void> {
    const bucket = await this.#bucket();
    const keys: string[] = [];
    for await (const key of await bucket.keys()) keys.push(key);
    this.#counts.clear();
    for (const key of keys) {
      const device = key.split('.')[0] ?? '';
      const entry = await bucket.get(key);
      if (entry === null || entry.operation !== 'PUT') continue;
      if (await take(device, entry.value)) await bucket.purge(key);
      else this.#counts.set(device, (this.#counts.get(device) ?? 0) + 1);
    }
  }

  #bucket() {
    return new Kvm(this.#broker.current.js).open(fleetBuckets.parked);
  }
}

export interface ReportsDeps {
  broker: Broker;
  queue: JobQueue;
  dispatcher: Dispatcher;
  clock: Clock;
  log: Logger;
  isMember: (id: string) => boolean;
  redeliverMs?: number | undefined;
}

export const checkAbout = bodyChecker(AboutJob);
const checkReport = messageChecker(FleetReport);
/** Maximum number of reports handled concurrently, each from a different device. */
const reportsAtOnce = 200;

export class Reports {
  readonly #deps: ReportsDeps;
  readonly #parked: ParkedReports;
  readonly #refusals: RefusalLog;

  constructor(deps: ReportsDeps) {
    this.#deps = deps;
    this.#refusals = new RefusalLog(deps, 'reports ignored');
    this.#parked = new ParkedReports(deps.broker);
  }

  /** Handles reports until the signal aborts. Starts with those that an older board could not read. */
  async read(retry: RetryOptions): Promise<void> {
    const { broker, redeliverMs } = this.#deps;
    await keepTrying('Reading parked reports', retry, () =>
      this.#parked.takeUp(async (device, data) => {
        if (protocolOf(data) !== fleetProtocol) return false;
        await this.#reported(device, data);
        return true;
      }),
    );
    const { name, subjects } = fleetStreams.reports;
    const where = { stream: name, consumer: boardConsumer, filter: subjects[0], redeliverMs };
    await readStream(broker, { ...where, maxAtOnce: reportsAtOnce }, retry, ({ subject, data }) =>
      this.#reported(reportingDevice(subject), data),
    );
  }

  close(): void {
    this.#refusals.close();
  }

  async #reported(device: string, data: Uint8Array): Promise<void> {
    const { isMember, queue, dispatcher } = this.#deps;
    if (!isMember(device)) {
      this.#refusals.note('There is no such device in the fleet.', device);
      return;
    }
    let report: FleetReport;
    try {
      const { protocol } = readMessage(data, checkAbout);
      if (protocol !== fleetProtocol) {
        const { reason } = because({
          code: 'other-protocol',
          board: fleetProtocol,
          device: protocol,
        });
        const isKept = await this.#parked.park(device, data);
        const kept = isKept
          ? 'The report is kept until a board that reads it starts.'
          : 'The report is not kept: too many reports are.';
        this.#refusals.note(`${reason} ${kept}`, device);
        return;
      }
      report = readMessage(data, checkReport);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#refusals.note(messageOf(error), device);
      return;
    }
    const { job: id, fence } = report;
    let order: 'grant' | 'withdraw' | undefined;
    try {
      await queue.change(id, (job) => {
        const applied = applyReport(job, device, report);
        order = applied.order;
        return applied.job;
      });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unknown-job') throw error;
      this.#refusals.note(`There is no job ${id}.`, device);
      order = report.report === 'claimed' ? 'withdraw' : undefined;
    }
    // Send the order before the report is acknowledged. If sending fails, the report is delivered again and
    // causes the order again.
    if (order !== undefined) await dispatcher.send(device, { order, job: id, fence });
  }
}

function protocolOf(data: Uint8Array): number | undefined {
  try {
    return readMessage(data, checkAbout).protocol;
  } catch {
    return undefined;
  }
}

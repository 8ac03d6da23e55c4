import type { BoardDevice, BoardJob, BoardStatus, QueueJob } from '@stationery/contract/fleet';
import { jobStates } from '@stationery/contract/fleet';
import { AppError } from '@stationery/core';
import { type Metric, perLabel } from '@stationery/http';
import { refusal } from '../reasons.ts';
import type { Fleet } from './fleet.ts';
import { isOver } from './job-index.ts';

export class BoardView {
  readonly #fleet: Fleet;
  readonly #address: string;

  constructor(fleet: Fleet, address: string) {
    this.#fleet = fleet;
    this.#address = address;
  }

  /** Throws until the queue has been read, because an empty list would be wrong. */
  get ready(): Fleet {
    if (this.#fleet.isReady) return this.#fleet;
    const { state, why } = this.#fleet.connection;
    throw refusal(
      state === 'connecting' ? 'fleet-unreachable' : 'fleet-failed',
      why?.cause ?? { code: 'nats-unreachable', address: this.#address },
    );
  }

  status(): BoardStatus {
    const devices = this.#fleet.devices();
    const jobs = Object.fromEntries(jobStates.map((name) => [name, this.#fleet.count(name)]));
    return {
      broker: { address: this.#address, ...this.#fleet.connection },
      devices: { total: devices.length, online: devices.filter(({ isOnline }) => isOnline).length },
      jobs,
    };
  }

  metrics(): Metric[] {
    const { broker, devices, jobs } = this.status();
    const { online, total } = devices;
    return [
      {
        name: 'fleet_connected',
        help: 'Whether the NATS server works.',
        value: Number(broker.state === 'connected'),
      },
      {
        name: 'fleet_devices',
        help: 'Devices of the fleet.',
        value: perLabel('state', { online, offline: total - online }),
      },
      { name: 'fleet_jobs', help: 'Jobs of the fleet, by state.', value: perLabel('state', jobs) },
    ];
  }

  devices(): BoardDevice[] {
    return this.ready
      .devices()
      .sort((one, other) => compare(one.state.name, other.state.name) || compare(one.id, other.id));
  }

  device(id: string): BoardDevice {
    const device = this.ready.device(id);
    if (device === undefined)
      throw new AppError('unknown-device', `There is no device “${id}” in the fleet.`);
    return device;
  }

  job({ lastReport, ...job }: QueueJob): BoardJob {
    return { ...job, whyNot: this.#fleet.whyNot({ lastReport, ...job }) };
  }

  jobs(show: 'open' | 'over' | 'all', from: number, limit: number): { jobs: BoardJob[]; total: number } {
    const all = this.ready.jobs().filter((job) => show === 'all' || isOver(job) === (show === 'over'));
    if (show === 'over') all.sort((one, other) => compare(endOf(other), endOf(one)));
    return { jobs: all.slice(from, from + limit).map((job) => this.job(job)), total: all.length };
  }
}

const endOf = ({ endedAt, createdAt }: QueueJob) => endedAt ?? createdAt;

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0);

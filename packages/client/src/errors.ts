import type { BoardErrorCode, FleetReason } from './generated/board.ts';
import type { JobReason, PlotterErrorCode } from './generated/plotter.ts';
import type { StationErrorCode } from './generated/station.ts';

/** An error document of a station, a plotter service or a board. */
export interface Refusal {
  /** The error code; undefined if the response is not from the service, such as a proxy's. */
  code?: StationErrorCode | PlotterErrorCode | BoardErrorCode | undefined;
  status: number;
  title: string;
  /** The problem and its solution, for people. */
  detail?: string | undefined;
  /** JSON pointer to the invalid member of the body. */
  pointer?: string | undefined;
  parameter?: string | undefined;
  retryAfterSeconds?: number | undefined;
  method: string;
  url: string;
  /** The response body; undefined if it is not JSON. */
  document: unknown;
}

export class ServiceError extends Error implements Refusal {
  override name = 'ServiceError';
  // Only declared: the constructor assigns them all, and omitting initialisers makes the page bundles smaller.
  declare readonly code?: StationErrorCode | PlotterErrorCode | BoardErrorCode | undefined;
  declare readonly status: number;
  declare readonly title: string;
  declare readonly detail?: string | undefined;
  declare readonly pointer?: string | undefined;
  declare readonly parameter?: string | undefined;
  declare readonly retryAfterSeconds?: number | undefined;
  declare readonly method: string;
  declare readonly url: string;
  declare readonly document: unknown;

  constructor(refusal: Refusal) {
    super(refusal.detail ?? refusal.title);
    Object.assign(this, refusal);
  }
}

export class StationError extends ServiceError {
  override name = 'StationError';
  declare readonly code?: StationErrorCode | undefined;
}

/** Adds details of some plotter errors: the running job, or the device's replies so far. */
export class PlotterError extends ServiceError {
  override name = 'PlotterError';
  declare readonly code?: PlotterErrorCode | undefined;

  get job(): number | undefined {
    return (this.document as { job?: number } | undefined)?.job;
  }

  /** The reason with a code, as in the state of a job, if the service sent one. */
  get reason(): JobReason | undefined {
    return (this.document as { cause?: JobReason } | undefined)?.cause;
  }

  /** The command that got no reply in time (504). */
  get sent(): string | undefined {
    return (this.document as { sent?: string } | undefined)?.sent;
  }

  /** The lines received before the reply timed out (504). */
  get lines(): string[] | undefined {
    return (this.document as { lines?: string[] } | undefined)?.lines;
  }
}

export class BoardError extends ServiceError {
  override name = 'BoardError';
  declare readonly code?: BoardErrorCode | undefined;

  /** The reason with a code, if the board sent one. */
  get reason(): FleetReason | undefined {
    return (this.document as { cause?: FleetReason } | undefined)?.cause;
  }
}

/** The error if there was no response, or one that no Stationery service sends. */
export class ConnectionError extends Error {
  override name = 'ConnectionError';
  declare readonly url: string;

  constructor(url: string, reason: string, cause?: unknown) {
    super(`No answer from ${url}: ${reason}`, { cause });
    this.url = url;
  }
}

import type { ErrorCode } from '@stationery/contract';
import type { ErrorSource } from '@stationery/core';

export interface Refusal {
  code: ErrorCode;
  status: number;
  title: string;
  detail: string;
  source: ErrorSource | undefined;
  /** Further members, for formats that have them. */
  members: Record<string, unknown>;
}

/** The error format of a service: JSON:API errors for the station, problem details for the plotter. */
export interface ErrorStyle {
  mediaType: string;
  /** Statuses of this service that differ from the table. */
  statuses?: Partial<Record<ErrorCode, number>>;
  render(refusal: Refusal): string;
}

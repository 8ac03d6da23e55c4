import type { ErrorCode } from '@stationery/contract';
import type { ErrorSource } from '@stationery/core';

export interface Refusal {
  code: ErrorCode;
  status: number;
  title: string;
  detail: string;
  source: ErrorSource | undefined;
  /** More members, for forms that have room for them. */
  members: Record<string, unknown>;
}

/** The form in which a service refuses: JSON:API errors at the station, problem details at the plotter. */
export interface ErrorStyle {
  mediaType: string;
  /** Where this service answers with another status than the table has. */
  statuses?: Partial<Record<ErrorCode, number>>;
  render(refusal: Refusal): string;
}

import type { ErrorSource } from '@stationery/core';

export interface Refusal {
  status: number;
  title: string;
  detail: string | undefined;
  source: ErrorSource | undefined;
}

/** The form in which a service refuses: JSON:API errors at the station, problem details at the plotter. */
export interface ErrorStyle {
  mediaType: string;
  render(refusal: Refusal): string;
}

import { type IncomingMessage, request } from 'node:http';
import type { DrawingPlan } from '../../src/plan/plan-messages.ts';
import type { TestPlotter } from './test-plotter.ts';

const json = { 'content-type': 'application/json' };

export function ask(
  plotter: TestPlotter,
  svg: unknown,
  more: object = {},
  // Not spread, because `signal` is not an own property of an AbortController.
  { signal }: { signal?: AbortSignal } = {},
): Promise<Response> {
  const body = JSON.stringify({ svg, ...more });
  return plotter.get('/plan', {
    method: 'POST',
    headers: json,
    body,
    ...(signal !== undefined && { signal }),
  });
}

export function sendSvg(
  plotter: TestPlotter,
  body: string | Buffer,
  query = '',
  path = '/plan',
): Promise<Response> {
  return plotter.get(`${path}${query}`, {
    method: 'POST',
    headers: { 'content-type': 'image/svg+xml' },
    body,
  });
}

/** The answer is not read until requested. */
export function answerUnread({ url }: TestPlotter, body: object): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(`${url}/api/plotter/plan`, { method: 'POST', headers: json }, resolve)
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

export async function planOf(answer: Response): Promise<DrawingPlan> {
  return (await answer.json()) as DrawingPlan;
}

import { type Logger, silentLogger } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import type { ErrorStyle } from '../errors/error-style.ts';
import { problemDetails } from '../errors/problem-details.ts';

/** Creates an app without a token that accepts the host names of every service. */
export function testApp({
  errorStyle = problemDetails,
  log = silentLogger,
}: {
  errorStyle?: ErrorStyle;
  log?: Logger;
} = {}): FastifyInstance {
  return createApp({ log, errorStyle, hostNames: () => [], corsOrigins: [], token: undefined });
}

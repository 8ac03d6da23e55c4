import { type Logger, silentLogger } from '@stationery/core';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import type { ErrorStyle } from '../errors/error-style.ts';
import { problemDetails } from '../errors/problem-details.ts';

/** Answers to the host names of every service, without a token. */
export function testApp({
  errorStyle = problemDetails,
  log = silentLogger,
}: {
  errorStyle?: ErrorStyle;
  log?: Logger;
} = {}): FastifyInstance {
  return createApp({ log, errorStyle, hostNames: () => [], corsOrigins: [], token: undefined });
}

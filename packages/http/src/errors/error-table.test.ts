import {
  boardCommonErrors,
  boardErrorCodes,
  boardRoutes,
  commonErrors,
  errorCodes,
  plotterErrorCodes,
  plotterRoutes,
  type Route,
  refusalsOf,
  stationErrorCodes,
  stationRoutes,
} from '@stationery/contract';
import { AppError } from '@stationery/core';
import { expect, it } from 'vitest';
import { errorCodesPage } from '../docs/error-codes-page.ts';
import { jsonApiErrors } from './json-api-errors.ts';
import { problemDetails } from './problem-details.ts';
import { refusalAnswer } from './refuse.ts';

const services = [
  { style: jsonApiErrors, common: commonErrors, routes: Object.values<Route>(stationRoutes) },
  { style: problemDetails, common: commonErrors, routes: Object.values<Route>(plotterRoutes) },
  { style: problemDetails, common: boardCommonErrors, routes: Object.values<Route>(boardRoutes) },
];

it('every operation documents each of its error codes under the status that it is sent with', () => {
  for (const { style, common, routes } of services) {
    for (const route of routes) {
      for (const [status, { codes }] of Object.entries(refusalsOf(route, common))) {
        for (const code of codes) {
          const sent = refusalAnswer(new AppError(code, 'No.'), style).status;
          expect([route.operationId, code, sent]).toEqual([route.operationId, code, Number(status)]);
        }
      }
    }
  }
});

it('the error table has exactly the codes that services send', () => {
  expect(new Set([...stationErrorCodes(), ...plotterErrorCodes(), ...boardErrorCodes()])).toEqual(
    new Set(errorCodes),
  );
});

it('every error code is explained on the page of error codes', () => {
  const page = errorCodesPage();
  expect(errorCodes.filter((code) => !page.includes(`| \`${code}\` |`))).toEqual([]);
});

it('refusals have their code and header fields', () => {
  expect(refusalAnswer(new AppError('port-closed', 'No.'), problemDetails)).toEqual({
    status: 503,
    title: 'The plotter is not connected',
    headers: {
      'error-code': 'port-closed',
      'retry-after': '2',
      'content-type': 'application/problem+json',
    },
    body: '{"type":"/problems/port-closed","title":"The plotter is not connected","status":503,"detail":"No."}',
  });
  expect(refusalAnswer(new AppError('unauthorized', 'No.'), jsonApiErrors).headers).toEqual({
    'error-code': 'unauthorized',
    'www-authenticate': 'Bearer',
    'content-type': 'application/vnd.api+json',
  });
});

import type { TSchema } from 'typebox';
import { commonErrors } from './common-routes.ts';
import { boardCommonErrors, boardEvents, boardRoutes } from './fleet/board/index.ts';
import { plotterEvents, plotterRoutes } from './plotter/index.ts';
import { codesOf, type Route, type RouteErrors } from './route.ts';
import { stationEvents, stationRoutes } from './station/index.ts';
import { comment, TypeText } from './type-text.ts';

/** Rarely used groups of operations. They get tables of their own, so that most programs do not load them. */
const groupsApart = [
  'Setup',
  'Player',
  'Tag details',
  'Statistics',
  'Metadata',
  'Uploads',
  'Phones',
  'Backup',
];
/** Exceptions: operations that are loaded with a different group. */
const loadedWith: Readonly<Record<string, string>> = { renameFile: 'Tag details' };

/** Generates plain TypeScript, so that clients do not depend on TypeBox or this package. */
function clientTypes(
  service: 'station' | 'plotter' | 'board',
  routes: Record<string, Route>,
  events: Record<string, TSchema>,
  commonErrors: RouteErrors,
): string {
  const types = new TypeText();
  const Service = { station: 'Station', plotter: 'Plotter', board: 'Board' }[service];
  const operations = Object.values(routes).map((route) => {
    const { params, query, body, answer } = route;
    const other = Object.values(answer.also ?? {}).flatMap((each) =>
      typeof each === 'object' && each.schema !== undefined ? [each.schema] : [],
    );
    const said = answer.schema === undefined ? ['undefined'] : [answer.schema, ...other];
    const parts = Object.entries({ params, query, body: body?.schema })
      .filter(([, schema]) => schema !== undefined)
      .map(
        ([name, schema]) =>
          `    ${name}${name === 'body' && body?.isOptional ? '?' : ''}: ${types.of(schema as TSchema, '    ')};\n`,
      );
    const forms = said.map((each) => (typeof each === 'string' ? each : types.of(each, '    ')));
    const given = [...new Set(forms)].join(' | ');
    return `${comment(route.summary, '  ')}  ${route.operationId}: {\n${parts.join('')}    answer: ${given};\n  };\n`;
  });
  const carried = Object.entries(events).map(([name, schema]) => `  '${name}': ${types.of(schema, '  ')};\n`);
  const placesOf = (some: Route[]) =>
    some.map(({ operationId, method, path }) => `  ${operationId}: '${method} ${path}',\n`).join('');
  const names = (some: Route[]) => some.map(({ operationId }) => `'${operationId}'`).join(' | ');
  const groupOf = ({ operationId, group }: Route) => loadedWith[operationId] ?? group;
  const ofGroup = (name: string) => Object.values(routes).filter((route) => groupOf(route) === name);
  const apart = groupsApart.filter((name) => ofGroup(name).length > 0);
  const inCode = (name: string) => name.replace(/ ./g, (start) => start.slice(1).toUpperCase());
  const most = Object.values(routes).filter((route) => !apart.includes(groupOf(route)));
  const excluded = apart.map((name) => `${Service}${inCode(name)}Operation`).join(' | ');
  const all = `keyof ${Service}Operations`;
  const mostNames = excluded === '' ? all : `Exclude<${all}, ${excluded}>`;
  const places = [
    ...apart.map((name) => `export type ${Service}${inCode(name)}Operation =\n  ${names(ofGroup(name))};\n`),
    `export const ${service}Places: Record<${mostNames}, string> = {\n${placesOf(most)}};\n`,
    ...apart.map(
      (name) =>
        `export const ${service}${inCode(name)}Places: Record<${Service}${inCode(name)}Operation, string> = {\n${placesOf(ofGroup(name))}};\n`,
    ),
  ];
  const codes = codesOf(Object.values(routes), commonErrors).map((code) => `\n  | '${code}'`);
  return [
    '// Generated from the route tables of packages/contract by tools/build/client-types.mjs. Do not edit.\n',
    `/** Parameters and results of each operation, as sent. */\nexport interface ${Service}Operations {\n${operations.join('')}}\n`,
    `/** The data of each event, by name. */\nexport interface ${Service}Events {\n${carried.join('')}}\n`,
    ...types.declarations,
    `/** Why the service can refuse a request. */\nexport type ${Service}ErrorCode =${codes.join('')};\n`,
    ...places,
  ].join('\n');
}

export const stationClientTypes = () => {
  // Leaves out metrics, which are for Prometheus.
  const { getMetrics, ...routes } = stationRoutes;
  return clientTypes('station', routes, stationEvents, commonErrors);
};
export const plotterClientTypes = () => {
  // Leaves out metrics, which are for Prometheus, and the problem page, which is HTML for people.
  const { getMetrics, getProblemPage, ...routes } = plotterRoutes;
  return clientTypes('plotter', routes, plotterEvents, commonErrors);
};
export const boardClientTypes = () => {
  const { getMetrics, getProblemPage, ...routes } = boardRoutes;
  return clientTypes('board', routes, boardEvents, boardCommonErrors);
};

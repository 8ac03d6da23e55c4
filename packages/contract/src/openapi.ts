import type { TSchema } from 'typebox';
import {
  type DescribedErrors,
  type OtherAnswer,
  type RequestBody,
  type Route,
  type RouteErrors,
  refusalsOf,
} from './route.ts';

export interface DescriptionOptions {
  title: string;
  version: string;
  description: string;
  servers: readonly { url: string; description: string }[];
  routes: readonly Route[];
  error: { schema: TSchema; mediaType: string };
  commonErrors: RouteErrors;
}

type Json = Record<string, unknown>;

/** Returns the OpenAPI description. Schemas with an `$id` become named components. */
export function describeService(options: DescriptionOptions): Json {
  const components = new Map<string, unknown>();
  const schema = (value: TSchema) => lift(value, components);
  const paths: Record<string, Json> = {};

  for (const route of options.routes) {
    paths[route.path] ??= {};
    const operations = paths[route.path] as Json;
    operations[route.method.toLowerCase()] = describeOperation(route, options, schema);
  }

  const document = {
    openapi: '3.1.0',
    info: { title: options.title, version: options.version, description: options.description },
    servers: options.servers,
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => a.localeCompare(b))),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'Required if a token is set' },
      },
    },
    security: [{}, { token: [] }],
  };
  // Removes undefined members.
  return JSON.parse(JSON.stringify(document)) as Json;
}

function describeOperation(
  route: Route,
  options: DescriptionOptions,
  schema: (value: TSchema) => unknown,
): Json {
  const refusals = refusalsOf(route, options.commonErrors);
  return {
    operationId: route.operationId,
    tags: [route.group],
    summary: route.summary,
    description: route.description,
    parameters: [
      ...parameters('path', route.params, schema),
      ...parameters('query', route.query, schema),
      ...parameters('header', route.headers, schema),
    ],
    requestBody: route.body && {
      required: route.body.isOptional !== true,
      content: Object.fromEntries(
        route.body.mediaTypes.map((mediaType) => [mediaType, describeForm(route.body!, mediaType, schema)]),
      ),
    },
    responses: {
      [route.answer.status]: describeAnswer(route.answer, schema),
      ...Object.fromEntries(
        Object.entries(route.answer.also ?? {}).map(([status, other]) => [
          status,
          describeAnswer(typeof other === 'string' ? { description: other } : other, schema),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(refusals).map(([status, refusal]) => [
          status,
          describeRefusal(refusal, options.error.mediaType, schema(options.error.schema)),
        ]),
      ),
    },
  };
}

function describeRefusal(
  { description, codes }: DescribedErrors,
  mediaType: string,
  errorSchema: unknown,
): Json {
  return {
    description,
    headers: { 'Error-Code': { description: 'Why it was refused', schema: { type: 'string', enum: codes } } },
    content: { [mediaType]: { schema: errorSchema } },
  };
}

function describeForm(
  { schema: defaultSchema, forms, example }: RequestBody,
  mediaType: string,
  schema: (value: TSchema) => unknown,
): Json {
  const other = forms?.[mediaType];
  if (other !== undefined) return { schema: schema(other) };
  return { schema: schema(defaultSchema), example };
}

function describeAnswer(
  answer: OtherAnswer & { example?: unknown },
  schema: (value: TSchema) => unknown,
): Json {
  return {
    description: answer.description,
    headers:
      answer.headers &&
      Object.fromEntries(
        Object.entries(answer.headers).map(([name, text]) => [
          name,
          { description: text, schema: { type: 'string' } },
        ]),
      ),
    content: answer.mediaType && {
      [answer.mediaType]: { schema: answer.schema && schema(answer.schema), example: answer.example },
    },
  };
}

function parameters(
  where: 'path' | 'query' | 'header',
  object: TSchema | undefined,
  schema: (value: TSchema) => unknown,
): Json[] {
  const { properties = {}, required = [] } = (object ?? {}) as {
    properties?: Record<string, TSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: schema(property),
  }));
}

/** Copies a schema and moves each part with an `$id` to the components. */
function lift(value: unknown, components: Map<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((each) => lift(each, components));
  if (typeof value !== 'object' || value === null) return value;
  const { $id, ...rest } = value as { $id?: string } & Json;
  const copy = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, lift(each, components)]));
  if ($id === undefined) return copy;
  components.set($id, copy);
  return { $ref: `#/components/schemas/${$id}` };
}

import { docsStyle } from './docs-style.ts';

interface Schema {
  $ref?: string;
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
}

interface Content {
  schema?: Schema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, Content>;
      headers?: Record<string, { schema: Schema }>;
    }
  >;
}

export interface Description {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** Renders an OpenAPI description as a page without external resources or scripts. */
export function docsPage(
  description: Description,
  descriptionPath: string,
  notices: readonly string[] = [],
): string {
  const { info, components } = description;
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const groups = [...new Set(operations.map(({ operation }) => operation.tags[0] ?? ''))];
  const within = (group: string) => operations.filter(({ operation }) => operation.tags[0] === group);

  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(info.title)}</h1>
<p>${inline(info.description)}</p>
<p class="meta">Version ${escapeHtml(info.version)} · <a href="${escapeHtml(descriptionPath)}">OpenAPI 3.1 description</a></p>
${notices.map((notice) => `<p role="alert"><strong>${escapeHtml(notice)}</strong></p>`).join('\n')}
</header>
<nav aria-label="Operations">${groups
    .map(
      (group) =>
        `<section><h2>${escapeHtml(group)}</h2><ul>${within(group)
          .map(
            ({ path, method, operation }) =>
              `<li><a href="#${operation.operationId}"><span class="method ${method}">${method}</span> <code>${escapeHtml(path)}</code></a></li>`,
          )
          .join('')}</ul></section>`,
    )
    .join('')}</nav>
<main>${operations.map((entry) => operationSection(entry, components.schemas)).join('\n')}</main>
</body>
</html>
`;
}

function operationSection(
  { path, method, operation }: { path: string; method: string; operation: Operation },
  schemas: Record<string, Schema>,
): string {
  const statuses = Object.entries(operation.responses);
  return `<article id="${operation.operationId}">
<h3>${escapeHtml(operation.summary)}</h3>
<p class="address"><span class="method ${method}">${method}</span> <code>${escapeHtml(path)}</code></p>
${operation.description === undefined ? '' : `<p>${inline(operation.description)}</p>`}
${
  operation.parameters.length === 0
    ? ''
    : `<h4>Parameters</h4>${members(
        Object.fromEntries(operation.parameters.map((each) => [each.name, each.schema])),
        operation.parameters.filter((each) => each.required).map((each) => each.name),
      )}`
}
${operation.requestBody === undefined ? '' : `<h4>Request</h4>${contentBlock(operation.requestBody.content, schemas)}`}
<h4>Answers</h4>
${statuses
  .map(
    ([status, answer]) =>
      `<div class="answer"><p><strong class="status s${status[0]}">${status}</strong> ${inline(answer.description)}${codes(answer.headers?.['Error-Code']?.schema.enum)}</p>${
        status.startsWith('2') && answer.content !== undefined ? contentBlock(answer.content, schemas) : ''
      }</div>`,
  )
  .join('')}
</article>`;
}

function codes(values: unknown[] = []): string {
  return values.map((code) => ` <code>${escapeHtml(String(code))}</code>`).join('');
}

function contentBlock(content: Record<string, Content>, schemas: Record<string, Schema>): string {
  const [first] = Object.values(content);
  const types = Object.keys(content)
    .map((type) => `<code>${escapeHtml(type)}</code>`)
    .join(' or ');
  const schema = first?.schema === undefined ? undefined : resolve(first.schema, schemas);
  const fields = schema?.properties === undefined ? '' : schemaTree(schema, schemas);
  const example =
    first?.example === undefined
      ? ''
      : `<pre tabindex="0"><code>${escapeHtml(JSON.stringify(first.example, null, 2))}</code></pre>`;
  return `<p class="meta">${types}</p>${fields}${example}`;
}

/** Lists the members of an object and of nested objects by path: `data.attributes.filename`. */
function schemaTree(schema: Schema, schemas: Record<string, Schema>): string {
  const rows: Record<string, Schema> = {};
  const required: string[] = [];
  const visit = (current: Schema, prefix: string): void => {
    for (const [name, property] of Object.entries(current.properties ?? {})) {
      const path = `${prefix}${name}`;
      const resolved = resolve(property, schemas);
      rows[path] = resolved;
      if (current.required?.includes(name)) required.push(path);
      visit(resolved, `${path}.`);
      if (resolved.items !== undefined) visit(resolve(resolved.items, schemas), `${path}[].`);
    }
  };
  visit(schema, '');
  return members(rows, required);
}

function members(properties: Record<string, Schema>, required: readonly string[]): string {
  return `<table>${Object.entries(properties)
    .map(
      ([name, schema]) =>
        `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' <small>optional</small>'}</th><td>${escapeHtml(typeOf(schema))}</td><td>${inline(noteOf(schema))}</td></tr>`,
    )
    .join('')}</table>`;
}

function typeOf(schema: Schema): string {
  // The name of a state is more useful than “object”.
  if (schema.properties?.state?.const !== undefined) return JSON.stringify(schema.properties.state.const);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'any';
  return schema.type === 'array' ? 'list' : (schema.type ?? 'any');
}

function noteOf(schema: Schema): string {
  const range = schema.maximum === undefined ? '' : `${schema.minimum ?? 0} to ${schema.maximum}`;
  const fallback = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
  return [schema.description, range, fallback].filter((part) => part !== undefined && part !== '').join('; ');
}

function resolve(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

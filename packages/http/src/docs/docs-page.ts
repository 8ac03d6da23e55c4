import type { JsonSchema } from '@stationery/contract';

export const docsStyle = `
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5b6875; --paper: #fbfaf7; --card: #fff; --line: #dfdcd3; --accent: #0b6e6e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e3dc; --soft: #a2a9b1; --paper: #15191d; --card: #1d2328; --line: #333b42; --accent: #5cc4bd; } }
* { box-sizing: border-box; }
html { scroll-behavior: smooth; scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--paper); display: grid; grid-template: "header header" auto "nav main" 1fr / 19rem minmax(0, 1fr); max-width: 76rem; margin-inline: auto; padding: 0 1.25rem; gap: 0 2.5rem; }
header { grid-area: header; padding: 2.5rem 0 1.5rem; border-bottom: 1px solid var(--line); }
nav { grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 1.5rem 0; font-size: .875rem; }
main { grid-area: main; padding: 1.5rem 0 4rem; }
h1 { margin: 0 0 .5rem; font-size: 1.9rem; letter-spacing: -.02em; }
header p { margin: .25rem 0; max-width: 44rem; }
nav h2 { margin: 1rem 0 .25rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: .5rem; align-items: baseline; padding: .25rem 0; text-decoration: none; color: inherit; }
nav a:hover code, nav a:focus-visible code { color: var(--accent); }
code { overflow-wrap: anywhere; } pre code { overflow-wrap: normal; }
a { color: var(--accent); }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem 1.5rem; margin-bottom: 1.25rem; }
article:target { border-color: var(--accent); }
h3 { margin: 0 0 .35rem; font-size: 1.2rem; }
h4 { margin: 1.25rem 0 .35rem; font-size: .75rem; text-transform: uppercase; letter-spacing: .08em; color: var(--soft); }
.address { margin: 0 0 .75rem; overflow-wrap: anywhere; }
.meta, small { color: var(--soft); font-size: .875rem; }
.answer p { margin: .35rem 0; } .answer:not(:first-of-type) { font-size: .9375rem; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: .875em; }
pre { background: var(--paper); border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; overflow-x: auto; font-size: .8125rem; line-height: 1.5; }
.method { display: inline-block; min-width: 4.6em; font: 700 .6875rem/1.6 ui-monospace, monospace; text-transform: uppercase; letter-spacing: .04em; color: var(--accent); }
.method.delete { color: #b3402f; } .method.post, .method.put { color: #8a5a00; } .method.patch { color: #6a4bb0; }
@media (prefers-color-scheme: dark) { .method.delete { color: #f0897a; } .method.post, .method.put { color: #e3b25c; } .method.patch { color: #b9a2f0; } }
.status { font-variant-numeric: tabular-nums; margin-right: .35rem; } .s2 { color: var(--accent); }
table { border-collapse: collapse; width: 100%; font-size: .875rem; table-layout: fixed; } th { width: 38%; } td:nth-child(2) { width: 30%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .75rem .3rem 0; border-top: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
td:last-child { color: var(--soft); }
@media (max-width: 800px) { body { display: block; } nav { position: static; max-height: none; } article { padding: 1rem; } }
`;

interface Content {
  schema?: JsonSchema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  parameters: { name: string; in: string; required: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    {
      description: string;
      content?: Record<string, Content>;
      headers?: Record<string, { schema: JsonSchema }>;
    }
  >;
}

export interface Description {
  info: { title: string; version: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
}

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
  schemas: Record<string, JsonSchema>,
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

function contentBlock(content: Record<string, Content>, schemas: Record<string, JsonSchema>): string {
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

/** Lists nested members by their path, such as `data.attributes.filename`. */
function schemaTree(schema: JsonSchema, schemas: Record<string, JsonSchema>): string {
  const rows: Record<string, JsonSchema> = {};
  const required: string[] = [];
  const visit = (current: JsonSchema, prefix: string): void => {
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

function members(properties: Record<string, JsonSchema>, required: readonly string[]): string {
  return `<table>${Object.entries(properties)
    .map(
      ([name, schema]) =>
        `<tr><th scope="row"><code>${escapeHtml(name)}</code>${required.includes(name) ? '' : ' <small>optional</small>'}</th><td>${escapeHtml(typeOf(schema))}</td><td>${inline(noteOf(schema))}</td></tr>`,
    )
    .join('')}</table>`;
}

function typeOf(schema: JsonSchema): string {
  // The name of a state is more useful than “object”.
  if (schema.properties?.state?.const !== undefined) return JSON.stringify(schema.properties.state.const);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((each) => JSON.stringify(each)).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'any';
  return schema.type === 'array' ? 'list' : (schema.type ?? 'any');
}

function noteOf(schema: JsonSchema): string {
  const range = schema.maximum === undefined ? '' : `${schema.minimum ?? 0} to ${schema.maximum}`;
  const fallback = schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`;
  return [schema.description, range, fallback].filter((part) => part !== undefined && part !== '').join('; ');
}

function resolve(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

export function inline(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
}

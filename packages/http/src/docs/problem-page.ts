import { type ErrorCode, errorCodes } from '@stationery/contract';
import { errorTable } from '../errors/error-table.ts';
import { escapeHtml, inline } from './docs-page.ts';
import { docsStyle } from './docs-style.ts';

/** Returns the page of a problem type; undefined if the code is unknown. */
export function problemPage(code: string): string | undefined {
  if (!isErrorCode(code)) return undefined;
  const { title, meaning, remedy } = errorTable[code];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${docsStyle}</style>
</head>
<body>
<header>
<h1>${escapeHtml(title)}</h1>
<p class="meta"><code>${escapeHtml(code)}</code> · <a href="/api/docs">API documentation</a></p>
</header>
<main><p>${inline(meaning)}</p><p>${inline(remedy)}</p></main>
</body>
</html>
`;
}

function isErrorCode(text: string): text is ErrorCode {
  return (errorCodes as readonly string[]).includes(text);
}

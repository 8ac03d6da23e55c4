import { describeStation } from '@stationery/contract';
import { describe, expect, it } from 'vitest';
import { type Description, docsPage } from './docs-page.ts';

const description = describeStation('1.2.3') as unknown as Description;

describe('docsPage', () => {
  const page = docsPage(description, '/api/v1/openapi.json');

  it('lists every operation and links to the description', () => {
    for (const [path, methods] of Object.entries(description.paths)) {
      expect(page).toContain(`<code>${path}</code>`);
      for (const { operationId } of Object.values(methods))
        expect(page).toContain(`<article id="${operationId}">`);
    }
    expect(page).toContain('href="/api/v1/openapi.json"');
    expect(page).toContain('Version 1.2.3');
  });

  it('loads no resources and runs no scripts', () => {
    expect(page).not.toMatch(/<script|<link|<img|src=|url\(|@import| on\w+=/);
  });

  it('shows members by path and marks optional ones', () => {
    expect(page).toContain('<code>data.attributes.filename</code>');
    expect(page).toMatch(/<code>data\.media_type<\/code> <small>optional<\/small>/);
  });

  it('escapes text', () => {
    const nasty = { ...description, info: { ...description.info, title: '<b>"&' } };
    expect(docsPage(nasty, '/"><x>')).not.toMatch(/<b>|"><x>/);
  });
});

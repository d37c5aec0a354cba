import { expect, it } from 'vitest';
import { formOf } from '../../../bin/site/generated/schema-text.ts';

it('a list field is described in the plural in a table of fields', () => {
  const title = { type: 'object', properties: { language: {}, title: {} } } as const;
  expect(formOf({ type: 'array', items: title })).toBe('list of objects with `language`, `title`');
  expect(formOf({ type: 'array' })).toBe('list of values');
});

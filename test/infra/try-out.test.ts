/** The document in the form for the page with Swagger UI. */
import { describe, expect, it } from 'vitest';
import { currentDocument } from '../../infra/openapi/documents.ts';

interface Parameter {
  readonly $ref?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly example?: unknown;
  readonly schema: { readonly default?: unknown; readonly example?: unknown; readonly examples?: unknown };
}

interface TryOut {
  readonly emptyParameters: (specification: object) => void;
  readonly rareParameters: (specification: object) => ReadonlyMap<string, readonly string[]>;
  readonly resolved: (specification: object, value: unknown) => unknown;
}

const script = new URL('../../infra/documentation/browser/try-out.js', import.meta.url).href;
const { emptyParameters, rareParameters, resolved }: TryOut = await import(script);

const specification: { readonly paths: Record<string, Record<string, object>> } = JSON.parse(
  JSON.stringify(currentDocument()),
);
emptyParameters(specification);
const operations = Object.entries(specification.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => [`${method} ${path}`, operation] as const),
);
const parametersOf = (operation: object) =>
  (resolved(specification, Object(operation).parameters) ?? []) as readonly Parameter[];
const all = operations.flatMap(([, operation]) => parametersOf(operation));

function sizeOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 1;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 1);
}

describe('a parameter on the try-out page', () => {
  it('is filled only when it is required', () => {
    const isFilled = ({ example, schema }: Parameter) =>
      [example, schema.default, schema.example, schema.examples].some((value) => value !== undefined);
    expect(all.filter((each) => !each.required && isFilled(each))).toEqual([]);
    expect(all.some((each) => each.required)).toBe(true);
  });

  it('has its example and its default in the description', () => {
    const textOf = (name: string) => all.find((each) => each.name === name)?.description;
    expect(textOf('filter[upc-code]')).toMatch(/ Example: `\d{12,13}`\.$/);
    expect(textOf('page[size]')).toMatch(/ Default: `\d+`\.$/);
  });
});

it('the rarely used parameters of an operation are its sparse fieldsets', () => {
  const rare = rareParameters(specification);
  expect(rare.get('/labels get')).toEqual(['fields[labels]', 'fields[albums]']);
  expect(rare.get('/labels/{id} delete')).toEqual([]);
});

describe('an opened operation', () => {
  it('has no references, and is small', () => {
    for (const [name, operation] of operations) {
      const shown = resolved(specification, operation);
      expect(JSON.stringify(shown), name).not.toMatch(/"\$ref":/);
      expect(sizeOf(shown), name).toBeLessThan(20_000);
    }
  });

  it('keeps the reference of a schema to itself', () => {
    const tree = { properties: { child: { $ref: '#/components/schemas/a~1b' } } };
    const document = { components: { schemas: { 'a/b': tree } } };
    expect(resolved(document, { $ref: '#/components/schemas/a~1b', description: 'A tree' })).toEqual({
      properties: { child: { $ref: '#/components/schemas/a~1b' } },
      description: 'A tree',
      $$ref: '#/components/schemas/a~1b',
    });
  });
});

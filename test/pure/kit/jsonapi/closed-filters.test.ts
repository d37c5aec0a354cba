import { expect, it } from 'vitest';
import { jsonSchemaOf } from '../../../../bin/openapi/document/json-schema.ts';
import type { Resource } from '../../../../shared/kit/declare/resource.ts';
import { api } from '../../../../shared/service/api.ts';

/** Filters by attributes with a closed list of values, and these values. */
const closed = (api.resources as readonly Resource[]).flatMap(({ type, attributes, filters }) =>
  Object.entries(filters).flatMap(([name, filter]) => {
    const { schema, shown } = attributes[filter.field] ?? {};
    const values = schema && (schemaOf(shown ?? schema)['enum'] as readonly unknown[] | undefined);
    return values?.every((value) => typeof value === 'string')
      ? [[`${type} filter[${name}]`, filter, values] as const]
      : [];
  }),
);

function schemaOf(schema: Parameters<typeof jsonSchemaOf>[0]) {
  try {
    return jsonSchemaOf(schema, 'shown');
  } catch {
    return {};
  }
}

it('at least one filter has a closed list of values', () => expect(closed.length).toBeGreaterThan(10));

it.each(closed)('%s accepts only the values of its closed list', (_, filter, values) => {
  expect(filter.values).toEqual(values);
  expect(filter.parse(filter.example)).not.toBeNull();
  for (const value of ['nonsense', '', ...(filter.isList ? [`${filter.example},nonsense`] : [])])
    expect(filter.parse(value)).toBeNull();
});

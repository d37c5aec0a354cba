/** Attribute rules and request schemas agree on everything that JSON Schema can express. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { currentDocument } from '../../../bin/openapi/documents.ts';
import { roles } from '../../../shared/accounts/rules/roles.ts';
import type { Attribute } from '../../../shared/kit/declare/attribute.ts';
import { isWritable } from '../../../shared/kit/declare/attribute.ts';
import type { Resource } from '../../../shared/kit/declare/resource.ts';
import { isCalendarDay } from '../../../shared/kit/values/calendar-day.ts';
import { isEmailAddress } from '../../../shared/kit/values/email.ts';
import { isHttpsUrl } from '../../../shared/kit/values/https-url.ts';
import { api } from '../../../shared/service/api.ts';
import { subscribableEvents } from '../../../shared/webhooks/events.ts';

const document = currentDocument();
const ajv = new Ajv2020({
  strict: false,
  formats: {
    date: isCalendarDay,
    'date-time': (text: string) => !Number.isNaN(Date.parse(text)),
    email: isEmailAddress,
    uri: isHttpsUrl,
  },
});

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, ObjectSchema>>;
}

/** Every attribute that a request may send, with its schema in the document. */
const sent = (api.resources as readonly Resource[]).flatMap(({ type, attributes, operations }) =>
  (['create', 'update'] as const).flatMap((doing) => {
    const schemas = (document.components.schemas[`${type}.${doing}`] as ObjectSchema | undefined)?.properties;
    return Object.entries(attributes).flatMap(([name, attribute]) =>
      operations.includes(doing) && isWritable(attribute.writable, doing)
        ? [
            [
              `${type}.${doing} ${name}`,
              attribute,
              schemas?.['attributes']?.properties?.[name] ?? {},
            ] as const,
          ]
        : [],
    );
  }),
);

/** Texts around every length limit. */
const lengths = [7, 8, 12, 13, 19, 20, 32, 49, 50, 100, 200, 255, 300, 500, 1000, 1024, 2048, 5000, 50_000];
const texts = [
  ...['', 'a', 'A', 'Password-1', 'password-1', 'NEW', 'alpha:artist:1a', '614141999996', '0614141999996'],
  ...['Asia/Tokyo', 'asia/tokyo', 'local', 'Etc/GMT-9', '+09:00', '09:00', '24:00'],
  ...['00:04:05', '24:60:00', '4:5', '2026-01-31', '2026-02-31', '2026-1-1', '2026-01-31T00:00:00Z'],
  ...[
    'ada@example.com',
    'ada',
    'https://a.example/x.wav',
    'http://a.example/x.wav',
    '//a.example',
    'https:/a',
  ],
  ...lengths.flatMap((length) => [length, length + 1].map((each) => 'A'.repeat(each))),
  ...lengths.map((length) => `https://a.example/${'a'.repeat(length - 18 > 0 ? length - 18 : 0)}`),
  ...['0f'.repeat(16), '0g'.repeat(16), 'draft', 'album', 'video', 'delivery', 'dolby_atmos', ...roles],
];
const numbers = [-1, 0, 1, 1.5, 2, 3, 9, 10, 1899, 1900, 2 ** 53 - 1, 2 ** 53, -(2 ** 53)];
const [first] = subscribableEvents;
const lists = [
  [],
  ['x'],
  [first],
  [first, first],
  [...subscribableEvents],
  [...subscribableEvents, first],
  Array.from({ length: 1001 }, () => first),
];
const values: readonly unknown[] = [...texts, ...numbers, ...lists, true, false, null, {}, [{}], [null]];

const holds = ({ schema, maxItems }: Attribute, value: unknown): boolean =>
  (!Array.isArray(value) || value.length <= maxItems) && v.is(schema, value);

const shortened = (value: unknown) => JSON.stringify(value).slice(0, 60);

describe('the documented schema', () => {
  it('is compared with the rule for every attribute that a request may send', () =>
    expect(sent.length).toBeGreaterThan(80));

  it.each(sent)('accepts for %s exactly what the rule accepts', (_, attribute, schema) => {
    const accepts = ajv.compile(schema);
    const differing = values.filter((value) => {
      const byRule = holds(attribute, value);
      const bySchema = accepts(value);
      // If hooks check more than the rule, so does the schema.
      return attribute.sent ? bySchema && !byRule : byRule !== bySchema;
    });
    expect(differing.map(shortened)).toEqual([]);
  });
});

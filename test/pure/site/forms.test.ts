/** How fields of the forms read and write the body of a request. */
import { describe, expect, it } from 'vitest';
import { valueIn, withId, withValue } from '../../../bin/site/.vitepress/theme/forms/body.ts';
import { unlikeIds } from '../../../bin/site/.vitepress/theme/forms/ids.ts';
import {
  bodyText,
  folded,
  headerLines,
  outcomeOf,
} from '../../../bin/site/.vitepress/theme/forms/outcome.ts';
import { prefilledBody } from '../../../bin/site/.vitepress/theme/forms/prefill.ts';
import { matching } from '../../../bin/site/.vitepress/theme/forms/records.ts';
import type { Field } from '../../../bin/site/.vitepress/theme/forms/request.ts';

const field = (name: string, more: Partial<Field> = {}): Field => ({
  name,
  place: 'attributes',
  hint: '',
  ...more,
});
const label = field('label', { place: 'relationships', records: 'labels' });
const stores = field('dsps', { place: 'relationships', records: 'dsps', isList: true });
const album = JSON.stringify({ data: { type: 'albums', attributes: { title: 'One' } } });

/** The body after the field has the value, and the field's value in it. */
function changed(text: string, of: Field, value: string) {
  const body = withValue(text, of, value);
  return [JSON.parse(body), valueIn(body, of)];
}

describe('a body field', () => {
  it.each([
    [field('title'), 'Two', { attributes: { title: 'Two' } }],
    [field('title'), '', { attributes: {} }],
    [field('year', { form: 'number' }), '2026', { attributes: { title: 'One', year: 2026 } }],
    [field('year', { form: 'number' }), 'soon', { attributes: { title: 'One', year: 'soon' } }],
    [field('explicit', { form: 'boolean' }), 'false', { attributes: { title: 'One', explicit: false } }],
    [field('events', { isList: true }), 'a,b', { attributes: { title: 'One', events: ['a', 'b'] } }],
    [field('credits', { form: 'json' }), '[{"a":1}]', { attributes: { title: 'One', credits: [{ a: 1 }] } }],
    [
      label,
      '7',
      { attributes: { title: 'One' }, relationships: { label: { data: { type: 'labels', id: '7' } } } },
    ],
    [
      stores,
      '1,4',
      {
        attributes: { title: 'One' },
        relationships: {
          dsps: {
            data: [
              { type: 'dsps', id: '1' },
              { type: 'dsps', id: '4' },
            ],
          },
        },
      },
    ],
  ])('is written to a resource object and read back: %o as %j', (of, value, members) => {
    expect(changed(album, of, value)).toEqual([{ data: { type: 'albums', ...members } }, value]);
  });

  it('writes linkage, the first of several documents, and endpoint members', () => {
    const linkage = field('data', { place: 'data', records: 'labels' });
    expect(changed('{"data":null}', linkage, '5')).toEqual([{ data: { type: 'labels', id: '5' } }, '5']);
    expect(changed('{"data":{"type":"labels","id":"5"}}', linkage, '')).toEqual([{ data: null }, '']);
    const many = { ...linkage, isList: true } as const;
    expect(changed('{"data":[]}', many, '5,6')[0]).toEqual({
      data: ['5', '6'].map((id) => ({ type: 'labels', id })),
    });
    expect(changed('{"data":[{"attributes":{}},{}]}', field('a'), 'b')[0]).toEqual({
      data: [{ attributes: { a: 'b' } }, {}],
    });
    expect(changed('{"email":"a"}', field('email'), 'b')).toEqual([{ email: 'b' }, 'b']);
  });

  it.each(['{', '[]', '1', '"text"', 'null', '{"data":1}', '{"data":[]}'])(
    'leaves the body %s unchanged',
    (text) => {
      expect([withValue(text, field('a'), 'b'), valueIn(text, field('a'))]).toEqual([text, '']);
    },
  );

  it('sets an emptied attribute of an update to null if null is valid', () => {
    const update = JSON.stringify({ data: { type: 'albums', id: '1', attributes: { time: '09:00' } } });
    const time = field('time', { isNullable: true });
    expect(changed(update, time, '')).toEqual([
      { data: { type: 'albums', id: '1', attributes: { time: null } } },
      '',
    ]);
    expect(changed(update, field('time'), '')[0].data.attributes).toEqual({});
    expect(changed(album, time, '')[0].data.attributes).toEqual({ title: 'One' });
  });

  it('gives an update the id in its path', () => {
    expect(JSON.parse(withId('{"data":{"type":"labels","id":"1"}}', '2')).data.id).toBe('2');
    expect(withId('{"data":{"type":"labels"}}', '2')).toBe('{"data":{"type":"labels"}}');
  });
});

describe('a filled-in body', () => {
  const body = {
    type: 'application/vnd.api+json',
    example: {
      data: {
        type: 'albums',
        attributes: {
          title: 'One',
          'upc-code': '1',
          credits: [{ 'artist-id': 1 }],
          email: '1@a.example',
          since: '2026',
        },
        relationships: {
          label: { data: { type: 'labels', id: '1001' } },
          genre: { data: { type: 'genres', id: '1' } },
        },
      },
    },
    fields: [
      field('title', { isRequired: true }),
      field('upc-code'),
      field('credits', { form: 'json' }),
      field('email', { isRequired: true }),
      field('since', { form: 'time' }),
      label,
      field('genre', { place: 'relationships', records: 'genres' }),
    ],
    unique: ['title', 'upc-code'],
  };
  const types = {
    labels: { pattern: '', example: '1001' },
    genres: { pattern: '', example: '1', isShared: true } as const,
  };
  const now = new Date('2026-11-26T12:00:00Z');

  it('has records of the user and no value that another record might have', () => {
    const { text, missing } = prefilledBody(body, { types, newest: new Map([['labels', '42']]), now });
    const { attributes, relationships } = JSON.parse(text).data;
    expect([relationships.label.data.id, relationships.genre.data.id, missing]).toEqual(['42', '1', []]);
    expect(attributes).toEqual({
      title: expect.stringMatching(/^One \d+$/),
      email: expect.stringMatching(/^user-\d+@a\.example$/),
      since: '2026-11-26T11:00:00.000Z',
    });
  });

  it('names the types without a record of the user', () => {
    const { text, missing } = prefilledBody(body, { types, newest: new Map(), now });
    expect([missing, JSON.parse(text).data.relationships.label.data.id]).toEqual([['labels'], '1001']);
  });
});

describe('the note on an id', () => {
  const numbers = { pattern: '^[1-9]\\d{0,15}$', example: '1001' };
  it.each([
    ['', ''],
    ['1001', ''],
    ['1, 2 ,3', ''],
    ['1,abc', 'abc is not in the format of an id, such as 1001.'],
    ['<b>', '<b> is not in the format of an id, such as 1001.'],
  ])('depends on the id: %j has %j', (text, note) => {
    expect(unlikeIds(text, numbers)).toBe(note);
  });
});

describe('the outcome of a request', () => {
  const response = (status: number, headers = {}, type = 'basic') => ({
    status,
    type,
    headers: new Headers(headers),
  });
  it.each([
    [response(200), ''],
    [response(422), ''],
    [
      response(401),
      'The session has ended. Sign in again above, then send the request again. What you entered is kept.',
    ],
    [
      response(429, { 'Retry-After': '37' }),
      'These were too many requests. Wait 37 seconds, then send the request again.',
    ],
    [response(429), 'These were too many requests. Wait a minute, then send the request again.'],
    [
      response(503, { 'Retry-After': '1' }),
      'The service is busy. Wait 1 second, then send the request again.',
    ],
    [response(500), ''],
  ])('is described: %o is %j', (given, text) => {
    expect(outcomeOf(given, { needsToken: true })).toBe(text);
  });

  it('explains redirects, and does not take a failed sign-in for an ended session', () => {
    expect(outcomeOf(response(0, {}, 'opaqueredirect'), { needsToken: true })).toMatch(
      /^The service redirects/,
    );
    expect(outcomeOf(response(401), { needsToken: false })).toBe('');
  });

  it('has the headers that other requests need', () => {
    expect(headerLines(response(200, { etag: '"1"', date: 'today' }))).toEqual(['ETag: "1"']);
  });

  it('shows JSON indented and other texts unchanged', () => {
    expect(bodyText('{"a":1}', 'application/vnd.api+json')).toBe('{\n  "a": 1\n}');
    expect(bodyText('{"a":', 'application/json')).toBe('{"a":');
    expect(bodyText('a,b', 'text/csv')).toBe('a,b');
  });

  it('folds a long text at the end of a line', () => {
    const text = 'x'.repeat(99).concat('\n').repeat(1000);
    const { shown, more } = folded(text);
    expect([shown.length + more, shown.endsWith('x'), shown.length]).toEqual([100_000, true, 19_999]);
    expect(folded('short')).toEqual({ shown: 'short', more: 0 });
    expect(folded(`{\n${'x'.repeat(50_000)}`).more).toBe(30_002);
  });
});

it('suggestions match unaccented names and id prefixes, each record once', () => {
  const choices = [
    { id: '17', name: 'Søren Ökafor' },
    { id: '7', name: 'Mira' },
    { id: '17', name: 'Søren Ökafor' },
  ];
  expect(matching(choices, 'okaf').map(({ id }) => id)).toEqual(['17']);
  expect(matching(choices, '7').map(({ id }) => id)).toEqual(['7']);
  expect(matching(choices, '').map(({ id }) => id)).toEqual(['17', '7']);
});

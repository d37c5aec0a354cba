/** The forms of the documentation that send requests. */
import { describe, expect, it } from 'vitest';
import { ALBUM_IDS } from '../../../bin/site/.vitepress/theme/album/album.ts';
import {
  addressed,
  languages,
  type SampleRequest,
} from '../../../bin/site/.vitepress/theme/forms/languages.ts';
import {
  type Field,
  fetchArguments,
  type Operation,
  type Operations,
  requestOf,
} from '../../../bin/site/.vitepress/theme/forms/request.ts';
import { apiDocument, operationsOf } from '../../../bin/site/generated/document.ts';
import { formsOf, shownRequests } from '../../../bin/site/generated/operations.ts';

const operations = operationsOf(apiDocument());
/** As a page reads it. */
const forms: Operations = JSON.parse(JSON.stringify(formsOf(operations)));

function tryable(id: string): Operation {
  const { [id]: found } = forms.operations;
  if (!found) throw new Error(`There is no operation ${id}.`);
  return found;
}
const fieldsOf = ({ parameters, body }: Operation): Field[] => [...parameters, ...(body?.fields ?? [])];
const fieldOf = (id: string, name: string) => fieldsOf(tryable(id)).find((each) => each.name === name);

const sent = (id: string, given: { values?: Record<string, string>; body?: string }) =>
  fetchArguments(requestOf({ operation: tryable(id), values: {}, body: '', ...given }), 'x');

describe('the form of an operation', () => {
  it('sends only what is filled in', () => {
    const values = { 'filter[name]': "a & 'b", 'page[size]': '', sort: 'name' };
    expect(sent('listLabels', { values })).toEqual([
      '/labels?sort=name&filter[name]=a%20%26%20%27b',
      { method: 'GET', headers: { Authorization: 'Bearer x' }, redirect: 'manual' },
    ]);
  });

  it('sends the body with its media type, and the headers that are filled in', () => {
    const values = { 'Idempotency-Key': 'k' };
    const [address, options] = sent('createLabel', { values, body: '{ }' });
    expect(address).toBe('/labels');
    expect(options).toMatchObject({
      method: 'POST',
      headers: {
        Authorization: 'Bearer x',
        'Content-Type': 'application/vnd.api+json',
        'Idempotency-Key': 'k',
      },
      body: '{}',
    });
    expect(sent('createLabel', { body: '{ ' })[1].body).toBe('{ ');
  });

  it('fills in the path, and sends no token where none is needed', () => {
    expect(sent('readLabel', { values: { id: '1/2' } })[0]).toBe('/labels/1%2F2');
    expect(sent('readLabel', {})[0]).toBe('/labels/{id}');
    expect(sent('signIn', { body: '{}' })[1].headers).toEqual({ 'Content-Type': 'application/json' });
  });

  it.each(operations.map(({ id }) => id))('explains the fields of %s', (id) => {
    const { parameters, path, body } = tryable(id);
    expect(
      fieldsOf(tryable(id)).filter(({ hint }) => !/^[^`[\]]+\.$/.test(hint) && !/fields\[/.test(hint)),
    ).toEqual([]);
    const inPath = parameters.flatMap(({ place, name }) => (place === 'path' ? [`{${name}}`] : []));
    expect(path.match(/\{\w+\}/g) ?? []).toEqual(inPath);
    const names = body?.fields.map(({ place, name }) => `${place} ${name}`) ?? [];
    expect(new Set(names).size).toBe(names.length);
  });

  it('accepts multi-line texts and knows which attributes can be null', () => {
    const shapes = ['synced-lyrics', 'full-audiofile-url', 'title'].map((name) => {
      const { isLong = false, isNullable = false } = fieldOf('updateTrack', name) ?? {};
      return { name, isLong, isNullable };
    });
    expect(shapes).toEqual([
      { name: 'synced-lyrics', isLong: true, isNullable: true },
      { name: 'full-audiofile-url', isLong: false, isNullable: true },
      { name: 'title', isLong: false, isNullable: false },
    ]);
  });

  it('offers fixed values', () => {
    expect(fieldOf('listLabels', 'sort')).toMatchObject({
      isList: true,
      values: ['name', '-name', 'created-at', '-created-at', 'updated-at', '-updated-at'],
    });
    expect(fieldOf('listLabels', 'include')).toMatchObject({ isList: true, values: ['albums'] });
    expect(fieldOf('listDeliveries', 'filter[status]')).toMatchObject({
      values: ['pending', 'sent', 'error'],
    });
    expect(fieldOf('createAlbum', 'format')?.values).toContain('ep');
    expect(fieldOf('createAlbum', 'is-explicit')).toMatchObject({
      values: ['true', 'false'],
      form: 'boolean',
    });
    expect(fieldOf('createWebhookEndpoint', 'events')).toMatchObject({
      isList: true,
      values: expect.arrayContaining(['delivery.created']),
    });
  });

  it('offers records for the path, for filters and for relationships', () => {
    expect(fieldOf('readAlbum', 'id')).toEqual({
      name: 'id',
      place: 'path',
      isRequired: true,
      hint: 'The id of one of the albums. Type a part of the name to find it.',
      records: 'albums',
    });
    expect(fieldOf('listAlbums', 'filter[format]')?.hint).toBe('Finds records with this format.');
    expect(fieldOf('listAlbums', 'filter[label]')).toMatchObject({ records: 'labels', isList: true });
    expect(fieldOf('listTrackMatches', 'filter[label]')?.records).toBeUndefined();
    expect(fieldOf('createAlbumArtist', 'artist-role')).toMatchObject({
      records: 'artist-roles',
      isRequired: true,
    });
    expect(fieldOf('replaceLabelOfAlbum', 'data')).toMatchObject({ place: 'data', records: 'labels' });
    expect(fieldOf('addCountriesToAlbum', 'data')).toMatchObject({ records: 'countries', isList: true });
    expect(fieldOf('createAnalyticsReport', 'dsp-id')).toMatchObject({ records: 'dsps', form: 'number' });
    expect(forms.types['albums']).toMatchObject(ALBUM_IDS);
    expect(forms.types['albums']).toEqual({
      pattern: '^[1-9]\\d{0,15}$',
      example: '1001',
      list: { query: 'page[size]=100&sort=-created-at&fields[albums]=title', search: 'filter[title]' },
    });
    expect(forms.types['genres']).toMatchObject({
      isShared: true,
      list: { query: 'page[size]=100&fields[genres]=name' },
    });
    expect(forms.types['track-trends']).toMatchObject({ example: expect.stringMatching(/^\d+-\d{8}-/) });
  });

  it('has fields for each relationship and each fixed value of a body', () => {
    const lacking = operations.flatMap(({ id, body }) => {
      const text = JSON.stringify(body?.example ?? {});
      const named = fieldsOf(tryable(id)).map(({ name }) => name);
      return Object.keys(Object(Object([Object(body?.example).data].flat()[0]).relationships))
        .filter((name) => !named.includes(name))
        .map((name) => `${id} ${name} ${text.length}`);
    });
    expect(lacking).toEqual([]);
  });

  it('shows the code of the page when it is filled in like the example', () => {
    const compared = operations.flatMap((operation) =>
      shownRequests([operation]).map((sample) => {
        const [, id = ''] = new RegExp(operation.path.replace('{id}', '([^/]+)')).exec(sample.path) ?? [];
        const body = operation.body ? JSON.stringify(operation.body.example) : '';
        const request = requestOf({ operation: tryable(operation.id), values: { id }, body });
        const codeOf = (each: SampleRequest) => languages.map(({ write }) => write(addressed(each)));
        expect([operation.id, ...codeOf(request)]).toEqual([operation.id, ...codeOf(sample)]);
        return operation.id;
      }),
    );
    expect(compared.length).toBeGreaterThan(40);
  });
});

/** Operations with each kind of field that forms have. */
import type { Field, Operations } from '../../../../bin/site/.vitepress/theme/forms/request.ts';

const id: Field = {
  name: 'id',
  place: 'path',
  isRequired: true,
  hint: 'The id of the album.',
  records: 'albums',
};
const fields: readonly Field[] = [
  { name: 'title', place: 'attributes', isRequired: true, hint: 'The title.' },
  { name: 'notes', place: 'attributes', hint: 'A long text.', isLong: true },
  { name: 'format', place: 'attributes', hint: 'One of few.', values: ['album', 'single'] },
  { name: 'moods', place: 'attributes', hint: 'Several of few.', values: ['calm', 'glad'], isList: true },
  { name: 'tracks-count', place: 'attributes', hint: 'A number.', form: 'number', isRare: true },
  { name: 'label', place: 'relationships', hint: 'A label.', records: 'labels' },
  { name: 'genre', place: 'relationships', hint: 'A genre.', records: 'genres' },
];
const example = {
  data: {
    type: 'albums',
    attributes: { title: 'Night Bus' },
    relationships: { label: { data: { type: 'labels', id: '1001' } } },
  },
};
const types: Operations['types'] = {
  albums: {
    pattern: '^[1-9]\\d*$',
    example: '1001',
    list: { query: 'sort=-created-at', search: 'filter[title]' },
  },
  labels: { pattern: '^[1-9]\\d*$', example: '1001', list: { query: 'sort=-created-at' } },
  genres: { pattern: '^[1-9]\\d*$', example: '32', isShared: true },
};

/** By the names of their files. */
export const playedOperations: Readonly<Record<string, Operations>> = {
  albums: {
    types,
    operations: {
      createAlbum: {
        method: 'POST',
        path: '/albums',
        parameters: [],
        body: { type: 'albums', example, fields, unique: [] },
        needsToken: true,
        isJson: true,
      },
      updateAlbum: {
        method: 'PATCH',
        path: '/albums/{id}',
        parameters: [id],
        body: { type: 'albums', example, fields, unique: [] },
        needsToken: true,
        isJson: true,
      },
    },
  },
  tracks: {
    types: {},
    operations: {
      listTracks: {
        method: 'GET',
        path: '/tracks/{place}/{side}',
        parameters: [
          { name: 'place', place: 'path', isRequired: true, hint: 'The place.' },
          { name: 'side', place: 'path', isRequired: true, hint: 'One of two.', values: ['a', 'b'] },
          { name: 'sort', place: 'query', hint: 'The order.' },
        ],
        needsToken: false,
        isJson: true,
      },
    },
  },
};

/** Folders of the collection about releases: one that the account has, and one from a label to its delivery. */
import type { Folder, Item } from './requests.ts';
import { afterResponse, keepFirstId, keepId, repeatUntil, type Script, skipWithout } from './scripts.ts';
import { earlierVariable, releaseVariable, use } from './variables.ts';

/** Without one, the requests that read its plays are skipped. */
export function earlierFolder(): Folder {
  const album = earlierVariable('albums');
  const of = (type: string): Item => {
    const item = get(`Find its ${type}`, `albums/${use(album)}/${type}`, [
      keepFirstId(earlierVariable(type), 200),
    ]);
    const request = { ...item.request, description: 'Skipped if the account has no delivered album.' };
    return { ...item, request, event: [skipWithout(album), ...item.event] };
  };
  const find = 'albums?filter[last-status]=delivered&page[size]=1';
  return {
    name: 'An existing release',
    description: 'Finds a delivered album, whose plays later requests read.',
    item: [get('Find a delivered album', find, [keepFirstId(album, 200)]), of('tracks'), of('artists')],
  };
}

const rights = {
  'is-explicit': false,
  'rights-owner-year': 2027,
  'rights-owner-name': 'Blue Room',
};
const linked = (type: string, id = use(releaseVariable(type))) => ({ data: { type, id } });

/** Role 1 is the main artist. Genre 1 and language 118 are reference data. */
const MAIN_ARTIST = { 'artist-role': linked('artist-roles', '1'), artist: linked('artists') };
const sorts = { 'primary-genre': linked('genres', '1'), language: linked('languages', '118') };

export const releaseFolder = (): Folder => ({
  name: 'A release',
  description:
    'Run this folder to deliver an album. Its distribution request is approved by an operator (`npm run -s operate -- ' +
    'approve-request ID`), or by the stage if it reviews automatically (`QA_MODE=auto npm start`). The stores of a ' +
    'local stage then accept it within seconds.',
  item: [...catalogue(), ...delivery()],
});

const catalogue = (): Item[] => [
  creation('labels', 'Create the label', { name: 'Blue Room' }),
  creation('artists', 'Create the artist', { name: 'Nia Calder' }),
  creation(
    'albums',
    'Create the album',
    {
      title: 'Small Hours',
      release_date: '2027-03-05',
      artwork: 'https://files.example/small-hours.jpg',
      ...rights,
    },
    { label: linked('labels'), ...sorts },
  ),
  creation(
    'album-artists',
    'Name the artist of the album',
    { order: 1 },
    { album: linked('albums'), ...MAIN_ARTIST },
  ),
  creation(
    'tracks',
    'Create the track',
    { title: 'So Where', order: 1, 'full-audiofile-url': 'https://files.example/so-where.wav', ...rights },
    { albums: { data: [linked('albums').data] }, ...sorts },
  ),
  creation(
    'track-artists',
    'Name the artist of the track',
    { order: 1 },
    { track: linked('tracks'), ...MAIN_ARTIST },
  ),
];

const delivery = (): Item[] => [
  creation('album-dsps', 'Choose a store', {}, { album: linked('albums'), dsp: linked('dsps', '4') }),
  creation(
    'distribution-requests',
    'Request the delivery',
    { 'request-type': 'delivery' },
    { album: linked('albums') },
  ),
  post('Approve the request before its review', `distribution-requests/${use(REQUEST)}/preapprove`, [
    afterResponse(200),
  ]),
  get(
    'Wait for the review',
    `distribution-requests/${use(REQUEST)}`,
    repeatUntil("shown?.attributes.status !== 'pending'", "shown?.attributes.status === 'sent'"),
  ),
  get(
    'Wait for the store',
    `distribution-requests/${use(REQUEST)}/deliveries`,
    repeatUntil(
      "shown?.every(({ attributes }) => attributes.status !== 'pending')",
      "shown?.length === 1 && shown[0].attributes.status === 'sent'",
    ),
  ),
  get('Read the delivered album', `albums/${use(releaseVariable('albums'))}`, [
    "pm.test('is delivered', () => pm.expect(pm.response.json().data.attributes['last-status']).to.equal('delivered'));",
  ]),
];

const REQUEST = releaseVariable('distribution-requests');
const TYPE = 'application/vnd.api+json';

function creation(type: string, name: string, attributes: object, relationships?: object): Item {
  const data = { type, attributes, ...(relationships && { relationships }) };
  return post(name, type, [afterResponse(201, [keepId(releaseVariable(type), 201)])], { data });
}

function urlOf(address: string) {
  const [path = '', query = ''] = address.split('?');
  const pairs = [...new URLSearchParams(query)].map(([key, value]) => ({ key, value }));
  return {
    raw: `{{baseUrl}}/${address}`,
    host: ['{{baseUrl}}'],
    path: path.split('/'),
    ...(pairs.length > 0 && { query: pairs }),
  };
}

const post = (name: string, path: string, event: readonly Script[], body?: object): Item => ({
  name,
  event,
  request: {
    method: 'POST',
    header: body ? [{ key: 'Content-Type', value: TYPE }] : [],
    url: urlOf(path),
    ...(body && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
  },
});

const get = (name: string, path: string, more: readonly string[]): Item => ({
  name,
  event: [afterResponse(200, more)],
  request: { method: 'GET', header: [], url: urlOf(path) },
});

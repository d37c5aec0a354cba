/** Further requests to routes: what is special about them changes what they read and write. */

import { service } from '../../table/conformance/service.ts';
import { newUpc, trackAttributes } from '../examples.ts';
import { type Asked, type Cast, mainOf, otherOf, requestTo } from './cast.ts';
import type { Operation } from './operation.ts';

export const requestOf = (cast: Cast, method: string, path: string, asked: Asked): Operation =>
  requestTo(cast, service.routeFor(method, path), asked);

interface Change {
  readonly title: string;
  readonly attributes?: object;
  readonly relationships?: object;
  readonly meta?: object;
}

export const one = (type: string, id: string | undefined) => ({
  data: id === undefined ? null : { type, id },
});
export const many = (type: string, ids: readonly (string | undefined)[]) => ({
  data: ids.flatMap((id) => (id === undefined ? [] : [{ type, id }])),
});

const rights = { 'is-explicit': true, 'rights-owner-year': 2025, 'rights-owner-name': 'Another' };
const translations = [{ language: '119', title: 'Ein anderer Titel' }];

/** Changes of the first record of each type. */
const changes: Readonly<Record<string, (cast: Cast) => readonly Change[]>> = {
  albums: () => [
    { title: 'that changes the title', attributes: { title: 'Another title' } },
    { title: 'that removes the artwork', attributes: { artwork: null } },
    { title: 'that changes the artwork', attributes: { artwork: 'https://127.0.0.1:9/other.jpg' } },
    { title: 'that removes the UPC', attributes: { 'upc-code': null } },
    { title: 'that removes the label', relationships: { label: { data: null } } },
    { title: 'that makes it a video release', attributes: { format: 'video' } },
    { title: 'that makes it a compilation', attributes: { 'is-compilation': true } },
    {
      title: 'that changes what else stores show',
      attributes: {
        ...rights,
        ...{ description: 'Another text.', 'title-translations': translations, 'artwork-ai-usage': true },
        ...{ 'release-time': '10:30', 'release-time-zone': 'Europe/Berlin', 'pre-order-date': '2026-11-02' },
        ...{ 'catalogue-number': 'BR-2', copyright: '2025 Another', publishing: '2025 Another' },
      },
    },
  ],
  tracks: (cast) => [
    { title: 'that changes the title', attributes: { title: 'Another title' } },
    { title: 'that removes the ISRC', attributes: { 'isrc-code': null } },
    { title: 'that changes the ISRC', attributes: { 'isrc-code': 'DEAB12600077' } },
    { title: 'that removes the audio', attributes: { 'full-audiofile-url': null } },
    { title: 'that makes it a video', attributes: { 'is-video': true } },
    { title: 'that changes the order', attributes: { order: 9 } },
    { title: 'that moves others', attributes: { order: 2 }, meta: { shift: true } },
    {
      title: 'that moves it',
      attributes: { order: 9 },
      relationships: { albums: many('albums', [otherOf(cast, 'albums')]) },
    },
    { title: 'that forbids scans of its sound', attributes: { 'allow-fingerprint-scan': false } },
    {
      title: 'that changes what else stores show',
      attributes: {
        ...rights,
        ...{ md5: 'a'.repeat(32), length: '00:03:21', 'preview-start': 12, 'ai-usage': ['vocals'] },
        ...{ lyrics: 'La la', 'synced-lyrics': '[00:01.00]La la', 'title-translations': translations },
      },
    },
  ],
  'album-tracks': () => [
    { title: 'that changes the disc', attributes: { disc: 3 } },
    { title: 'that moves others', attributes: { order: 2 }, meta: { shift: true } },
  ],
  artists: () => [
    { title: 'that identifies it', attributes: { isni: '0000000121032683', ipi: '00077406269' } },
  ],
  'artist-dsp-availabilities': () => [
    {
      title: 'that names the profile',
      attributes: {
        'external-artist-id': 'alpha:artist:y',
        'external-artist-url': 'https://alpha.example/artist/y',
      },
    },
  ],
  'distribution-requests': () =>
    ['delivery', 'update', 'redelivery', 'takedown'].map((type) => ({
      title: `to ${type}`,
      attributes: { 'request-type': type },
    })),
  users: () => [
    { title: 'that disables', attributes: { 'is-disabled': true } },
    { title: 'that changes the role', attributes: { role: 'analyst' } },
    {
      title: 'that takes its stores',
      attributes: { 'streaming-dsp-allowed': false, 'fingerprint-dsp-allowed': false },
      relationships: { dsps: many('dsps', []) },
    },
    {
      title: 'that changes the name',
      attributes: { name: 'Mary', lastname: 'Poppins', phone: '123', 'provided-by': 'Payroll' },
    },
  ],
  'webhook-endpoints': () => [
    { title: 'that stops it', attributes: { 'is-active': false } },
    { title: 'that changes the events', attributes: { events: ['album.status_changed'] } },
    {
      title: 'that changes the address',
      attributes: { url: 'https://127.0.0.1:9/other', description: 'Another' },
    },
  ],
};

function patches(cast: Cast): Operation[] {
  return Object.entries(changes).flatMap(([type, changesOf]) => {
    const id = mainOf(cast, type);
    if (id === undefined) return [];
    return changesOf(cast).map(({ title, ...members }) =>
      requestOf(cast, 'PATCH', `/${type}/{id}`, { title, id, body: { data: { type, id, ...members } } }),
    );
  });
}

const deleted = [
  'tracks',
  'album-tracks',
  'album-artists',
  'track-artists',
  'album-dsps',
  'artists',
  'labels',
  'albums',
];

/** Of records other than the first of their type. */
function deletions(cast: Cast): Operation[] {
  return deleted.flatMap((type) =>
    ['of the second', 'of the third'].flatMap((title, index) => {
      const id = cast.records[type]?.[index + 1];
      return id === undefined ? [] : [requestOf(cast, 'DELETE', `/${type}/{id}`, { title, id })];
    }),
  );
}

const requestTypes = ['delivery', 'update', 'redelivery', 'takedown'];

/** Of the first album for each type, and of the other albums for a delivery. */
function requests(cast: Cast): Operation[] {
  const type = 'distribution-requests';
  const of = (album: string, requestType: string, title: string) =>
    requestOf(cast, 'POST', `/${type}`, {
      title,
      body: {
        data: {
          type,
          attributes: { 'request-type': requestType },
          relationships: { album: one('albums', album) },
        },
      },
    });
  const [first, ...others] = cast.records['albums'] ?? [];
  if (first === undefined) return [];
  return [
    ...requestTypes.map((requestType) => of(first, requestType, `to ${requestType}`)),
    ...others.map((album, index) => of(album, 'delivery', `of album ${index + 2}`)),
  ];
}

/** New links between records that have none yet. */
function links(cast: Cast): Operation[] {
  const [albumId, otherAlbum] = [mainOf(cast, 'albums'), otherOf(cast, 'albums')];
  const [artist, otherArtist] = [mainOf(cast, 'artists'), otherOf(cast, 'artists')];
  const trackId = mainOf(cast, 'tracks');
  const track = one('tracks', trackId);
  const role = one('artist-roles', '1');
  const post = (type: string, title: string, attributes: object, relationships: object) =>
    requestOf(cast, 'POST', `/${type}`, { title, body: { data: { type, attributes, relationships } } });
  return [
    post('album-tracks', 'on the other album', { order: 7 }, { album: one('albums', otherAlbum), track }),
    post(
      'album-artists',
      'with another artist',
      { order: 5 },
      { album: one('albums', albumId), artist: one('artists', otherArtist), 'artist-role': role },
    ),
    post(
      'track-artists',
      'with another artist',
      { order: 5 },
      { track, artist: one('artists', otherArtist), 'artist-role': role },
    ),
    post(
      'track-artists',
      'in another role',
      { order: 6 },
      { track, artist: one('artists', artist), 'artist-role': one('artist-roles', '2') },
    ),
    post(
      'track-assets',
      'of a video',
      { 'asset-type': 'video', url: 'https://127.0.0.1:9/video.mov' },
      { track },
    ),
    post(
      'albums',
      'with a UPC',
      {
        title: 'New',
        release_date: '2026-11-30',
        'is-explicit': false,
        'rights-owner-year': 2026,
        'rights-owner-name': 'Blue Room',
        'upc-code': upc,
      },
      {},
    ),
    post(
      'tracks',
      'in a free place',
      { ...trackAttributes, order: 8 },
      {
        albums: many('albums', [albumId]),
        'primary-genre': one('genres', '1'),
        language: one('languages', '118'),
      },
    ),
    requestOf(cast, 'PATCH', '/albums/{id}', {
      title: 'that takes a UPC',
      id: albumId,
      body: { data: { type: 'albums', id: albumId, attributes: { 'upc-code': upc } } },
    }),
    post('labels', 'with a name', { name: 'Taken name' }, {}),
  ];
}

/** Two operations take the same. */
const upc = newUpc();

export const requestVariants = (cast: Cast): Operation[] => [
  ...patches(cast),
  ...deletions(cast),
  ...requests(cast),
  ...(mainOf(cast, 'tracks') === undefined ? [] : links(cast)),
];

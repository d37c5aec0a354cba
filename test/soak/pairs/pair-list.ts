/** Pairs of requests about one release, which the two clients of a soak send at the same time. */
import type { SoakRequest } from '../client.ts';
import { linked } from '../soak.ts';
import type { PairRelease } from './releases.ts';

type Made = (of: PairRelease) => SoakRequest;

export interface Pair {
  readonly name: string;
  readonly isRequested: boolean;
  readonly requests: readonly [Made, Made];
}

const post = (type: string, attributes: object, relationships: object): SoakRequest => ({
  method: 'POST',
  path: `/${type}`,
  body: { data: { type, attributes, relationships } },
});
const patch = (type: string, id: string, attributes: object, relationships: object = {}): SoakRequest => ({
  method: 'PATCH',
  path: `/${type}/${id}`,
  body: { data: { type, id, attributes, relationships } },
});
const remove = (type: string, id: string): SoakRequest => ({ method: 'DELETE', path: `/${type}/${id}` });

const request: Made = ({ album }) =>
  post('distribution-requests', { 'request-type': 'delivery' }, { album: linked('albums', album) });
const deleteFirst: Made = ({ tracks }) => remove('tracks', tracks[0]);
const deleteSecond: Made = ({ tracks }) => remove('tracks', tracks[1]);
const move: Made = ({ tracks, other }) =>
  patch('tracks', tracks[1], {}, { albums: { data: [{ type: 'albums', id: other }] } });
const share: Made = ({ tracks, other }) =>
  post('album-tracks', { order: 1 }, { album: linked('albums', other), track: linked('tracks', tracks[1]) });
const deletePlace: Made = ({ place }) => remove('album-tracks', place);
const deleteAlbum: Made = ({ album }) => remove('albums', album);
const retitle: Made = ({ album }) => patch('albums', album, { title: 'Another title' });
const withoutArtwork: Made = ({ album }) => patch('albums', album, { artwork: null });
const reorder: Made = ({ tracks }) => patch('tracks', tracks[1], { order: 3 });
const withoutAudio: Made = ({ tracks }) => patch('tracks', tracks[1], { 'full-audiofile-url': null });
const deleteArtist: Made = ({ albumArtist }) => remove('album-artists', albumArtist);
const deleteMain: Made = ({ trackArtist }) => remove('track-artists', trackArtist);
const deleteLabel: Made = ({ label }) => remove('labels', label);
const deleteStore: Made = ({ album }) => remove('album-dsps', `${album}-1`);
const newTrack: Made = ({ album }) =>
  post(
    'tracks',
    {
      title: 'Track 2',
      order: 2,
      'is-explicit': false,
      'rights-owner-year': 2026,
      'rights-owner-name': 'Soak',
    },
    {
      albums: { data: [{ type: 'albums', id: album }] },
      'primary-genre': linked('genres', '1'),
      language: linked('languages', '118'),
    },
  );
const preapprove: Made = ({ request: id }) => ({
  method: 'POST',
  path: `/distribution-requests/${id}/preapprove`,
});
const reject: Made = ({ request: id }) => ({ method: 'POST', path: `/distribution-requests/${id}/reject` });

const pair = (name: string, one: Made, other: Made, isRequested = false): Pair => ({
  name,
  isRequested,
  requests: [one, other],
});

export const pairs: readonly Pair[] = [
  pair('a request and the deletion of a track', request, deleteFirst),
  pair('a request and the deletion of the last track', request, deleteSecond),
  pair('a request and a track that moves', request, move),
  pair('a request and the deletion of a place', request, deletePlace),
  pair('a request and the deletion of the album', request, deleteAlbum),
  pair('two requests', request, request),
  pair('a request and a track that leaves a gap', request, reorder),
  pair('a request and a track without audio', request, withoutAudio),
  pair('a request and an album without artwork', request, withoutArtwork),
  pair('a request and the last main artist of the album', request, deleteArtist),
  pair('a request and the last main artist of a track', request, deleteMain),
  pair('a request and the only store', request, deleteStore),
  pair('a request and a track at a taken place', request, newTrack),
  pair('a decision and another', preapprove, reject, true),
  pair('a preapproval and the deletion of a track', preapprove, deleteFirst, true),
  pair('a rejection and the deletion of a track', reject, deleteSecond, true),
  pair('a rejection and a request', reject, request, true),
  pair('two deletions of tracks', deleteFirst, deleteSecond),
  pair('a place on another album and the deletion of its track', share, deleteSecond),
  pair('a new title and the deletion of the label', retitle, deleteLabel),
];

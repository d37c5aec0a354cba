/** Requests of two clients about one release. */
import type { SoakRequest } from '../client.ts';
import { linked } from '../soak.ts';
import type { PairRelease } from './releases.ts';

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

export const request = ({ album }: PairRelease): SoakRequest =>
  post('distribution-requests', { 'request-type': 'delivery' }, { album: linked('albums', album) });
export const deleteFirst = ({ tracks }: PairRelease): SoakRequest => remove('tracks', tracks[0]);
export const deleteSecond = ({ tracks }: PairRelease): SoakRequest => remove('tracks', tracks[1]);
export const move = ({ tracks, other }: PairRelease): SoakRequest =>
  patch('tracks', tracks[1], {}, { albums: { data: [{ type: 'albums', id: other }] } });
export const share = ({ tracks, other }: PairRelease): SoakRequest =>
  post('album-tracks', { order: 1 }, { album: linked('albums', other), track: linked('tracks', tracks[1]) });
export const deletePlace = ({ place }: PairRelease): SoakRequest => remove('album-tracks', place);
export const deleteAlbum = ({ album }: PairRelease): SoakRequest => remove('albums', album);
export const retitle = ({ album }: PairRelease): SoakRequest =>
  patch('albums', album, { title: 'Another title' });
export const withoutArtwork = ({ album }: PairRelease): SoakRequest =>
  patch('albums', album, { artwork: null });
export const reorder = ({ tracks }: PairRelease): SoakRequest => patch('tracks', tracks[1], { order: 3 });
export const withoutAudio = ({ tracks }: PairRelease): SoakRequest =>
  patch('tracks', tracks[1], { 'full-audiofile-url': null });
export const deleteArtist = ({ albumArtist }: PairRelease): SoakRequest =>
  remove('album-artists', albumArtist);
export const deleteMain = ({ trackArtist }: PairRelease): SoakRequest => remove('track-artists', trackArtist);
export const deleteLabel = ({ label }: PairRelease): SoakRequest => remove('labels', label);
export const deleteStore = ({ album }: PairRelease): SoakRequest => remove('album-dsps', `${album}-1`);
export const newTrack = ({ album }: PairRelease): SoakRequest =>
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
export const preapprove = ({ request: id }: PairRelease): SoakRequest => ({
  method: 'POST',
  path: `/distribution-requests/${id}/preapprove`,
});
export const reject = ({ request: id }: PairRelease): SoakRequest => ({
  method: 'POST',
  path: `/distribution-requests/${id}/reject`,
});

/** Two concurrent requests about songs, music videos, video releases and masters. */
import { link, master, patch, place, track, withRaces } from '../../support/races.ts';

const { newAlbum, newTrack, onTwo, run } = withRaces();

const VIDEO = { format: 'video' };

run({
  'an album becomes a video release and gets a new song': async () => {
    const album = await newAlbum();
    const song = track([album], { 'is-video': false });
    return {
      requests: [patch('albums', album, VIDEO), song],
      legal: [
        [200, 422],
        [422, 201],
      ],
    };
  },
  'an album becomes a video release and gets a track that does not say what it is': async () => {
    const album = await newAlbum();
    return {
      requests: [patch('albums', album, VIDEO), track([album])],
      legal: [
        [200, 201],
        [422, 201],
      ],
    };
  },
  'an album becomes a video release and a song is put on it': async () => {
    const album = await newAlbum();
    const id = await newTrack([await newAlbum()]);
    return {
      requests: [patch('albums', album, VIDEO), place(album, id, 1)],
      legal: [
        [200, 422],
        [422, 201],
      ],
    };
  },
  'an album becomes a video release and is linked to a song': async () => {
    const album = await newAlbum();
    const id = await newTrack([await newAlbum()]);
    return {
      requests: [patch('albums', album, VIDEO), link('POST', id, [album])],
      legal: [
        [200, 422],
        [422, 200],
      ],
    };
  },
  'an album becomes a video release and its video a song': async () => {
    const album = await newAlbum();
    const id = await newTrack([album], { 'is-video': true });
    return {
      requests: [patch('albums', album, VIDEO), patch('tracks', id, { 'is-video': false })],
      legal: [
        [200, 422],
        [422, 200],
      ],
    };
  },
  'a song becomes a video and is put on a second album': async () => {
    const id = await newTrack([await newAlbum()]);
    const album = await newAlbum();
    return {
      requests: [patch('tracks', id, { 'is-video': true }), place(album, id, 1)],
      legal: [
        [200, 201],
        [422, 201],
      ],
    };
  },
  'a song becomes a video and gets a Dolby Atmos master': async () => {
    const id = await newTrack([await newAlbum()]);
    const becomes = patch('tracks', id, { 'is-video': true });
    return {
      requests: [becomes, master(id, 'dolby_atmos')],
      legal: [
        [200, 201],
        [200, 422],
      ],
    };
  },
  'a video on two albums becomes a song and gets a video master': async () => {
    const { id } = await onTwo({ 'is-video': true });
    const becomes = patch('tracks', id, { 'is-video': false });
    return {
      requests: [becomes, master(id, 'video')],
      legal: [
        [200, 201],
        [200, 422],
      ],
    };
  },
  'a video gets a master and a second album': async () => {
    const id = await newTrack([await newAlbum()], { 'is-video': true });
    const album = await newAlbum();
    return { requests: [master(id, 'video'), place(album, id, 1)], legal: [[201, 201]] };
  },
  'a video gets two masters': async () => {
    const id = await newTrack([await newAlbum()], { 'is-video': true });
    return {
      requests: [master(id, 'video'), master(id, 'video')],
      legal: [
        [201, 422],
        [422, 201],
      ],
    };
  },
});

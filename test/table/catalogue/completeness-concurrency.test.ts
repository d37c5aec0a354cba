/** Changes of what a track has, concurrent with each other and with new places of the track. */
import { one } from '../../support/catalogue-calls.ts';
import {
  inRole,
  link,
  master,
  patch,
  place,
  post,
  type Request,
  remove,
  withRaces,
} from '../../support/races.ts';

const { run, newAlbum, newArtist, newTrack, ask } = withRaces();

const credit = (track: string, artist: string): Request =>
  post('track-artists', {}, { ...inRole(artist), track: one('tracks', track) });

/** A track with artists, and an older album that it is not on, and whose place it would show. */
async function prepared(artists: number, attributes: object = {}) {
  const other = await newAlbum();
  const id = await newTrack([await newAlbum()], attributes);
  const credits: string[] = [];
  for (let number = 0; number < artists; number++) {
    const [method, path, body] = credit(id, await newArtist(`Artist ${id} ${number}`));
    credits.push((await ask(method, 201, path, body)).body.data.id);
  }
  return { id, other, credits, artist: await newArtist(`Later ${id}`) };
}

const video = { 'is-video': true, 'full-audiofile-url': null };

run({
  'a track gets its first main artist and a place': async () => {
    const { id, other, artist } = await prepared(0);
    return { requests: [credit(id, artist), place(other, id, 1)], legal: [[201, 201]] };
  },
  'a track gets its first main artist and another album': async () => {
    const { id, other, artist } = await prepared(0);
    return { requests: [credit(id, artist), link('POST', id, [other])], legal: [[201, 200]] };
  },
  'a track loses its last main artist and gets a place': async () => {
    const { id, other, credits } = await prepared(1);
    return {
      requests: [remove('track-artists', String(credits[0])), place(other, id, 1)],
      legal: [[204, 201]],
    };
  },
  'a track loses both of its main artists': async () => {
    const { credits } = await prepared(2);
    const [one = '', two = ''] = credits;
    return { requests: [remove('track-artists', one), remove('track-artists', two)], legal: [[204, 204]] };
  },
  'a track gets its only main artist and loses the one before': async () => {
    const { id, credits, artist } = await prepared(1);
    return {
      requests: [credit(id, artist), remove('track-artists', String(credits[0]))],
      legal: [[201, 204]],
    };
  },
  'a track gets its code and its first main artist': async () => {
    const { id, artist } = await prepared(0, { 'isrc-code': null });
    return {
      requests: [patch('tracks', id, { 'isrc-code': 'DEAB12600001' }), credit(id, artist)],
      legal: [[200, 201]],
    };
  },
  'a track loses its code and gets a place': async () => {
    const { id, other } = await prepared(0, { 'isrc-code': 'DEAB12600001' });
    return {
      requests: [patch('tracks', id, { 'isrc-code': null }), place(other, id, 1)],
      legal: [[200, 201]],
    };
  },
  'a video gets its master and a place': async () => {
    const { id, other } = await prepared(0, video);
    return { requests: [master(id, 'video'), place(other, id, 1)], legal: [[201, 201]] };
  },
  'a video loses its master and gets a place': async () => {
    const { id, other } = await prepared(0, video);
    const [method, path, body] = master(id, 'video');
    const asset = (await ask(method, 201, path, body)).body.data.id;
    return { requests: [remove('track-assets', asset), place(other, id, 1)], legal: [[204, 201]] };
  },
  'a video gets its master and becomes a song': async () => {
    const { id } = await prepared(0, video);
    const song = { 'is-video': false, 'full-audiofile-url': 'https://files.example/one.wav' };
    return {
      requests: [master(id, 'video'), patch('tracks', id, song)],
      legal: [
        [201, 200],
        [422, 200],
      ],
    };
  },
});

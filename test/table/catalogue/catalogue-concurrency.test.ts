/** Two concurrent requests about labels, artists, albums, tracks and their places. */
import { expect, it } from 'vitest';
import { catalogueFaults } from '../../support/catalogue/faults.ts';
import { albumAttributes, idsIn, many, one } from '../../support/catalogue-calls.ts';
import { newUpc } from '../../support/examples.ts';
import { allRows } from '../../support/invariants.ts';
import { inRole, link, patch, place, post, remove, track, withRaces } from '../../support/races.ts';

const { ask, get, make, newLabel, newArtist, newAlbum, newTrack, onTwo, run } = withRaces();

const ids = (...made: Promise<string>[]): Promise<string[]> => Promise.all(made);

run({
  'a label is deleted and given to an album': async () => {
    const [label = '', album = ''] = await ids(newLabel('Label'), newAlbum());
    const labelled = { label: one('labels', label) };
    return {
      requests: [remove('labels', label), patch('albums', album, {}, labelled)],
      legal: [
        [204, 404],
        [422, 200],
      ],
    };
  },
  'a label is deleted and an album created on it': async () => {
    const label = await newLabel('Label');
    const album = post('albums', albumAttributes, { label: one('labels', label) });
    return {
      requests: [remove('labels', label), album],
      legal: [
        [204, 404],
        [422, 201],
      ],
    };
  },
  'an artist is deleted and put on an album': async () => {
    const [artist = '', album = ''] = await ids(newArtist('Artist'), newAlbum());
    const credit = post('album-artists', {}, { ...inRole(artist), album: one('albums', album) });
    return {
      requests: [remove('artists', artist), credit],
      legal: [
        [204, 404],
        [422, 201],
      ],
    };
  },
  'an artist is deleted and put on a track': async () => {
    const artist = await newArtist('Artist');
    const id = await newTrack([await newAlbum()]);
    const credit = post('track-artists', {}, { ...inRole(artist), track: one('tracks', id) });
    return {
      requests: [remove('artists', artist), credit],
      legal: [
        [204, 404],
        [422, 201],
      ],
    };
  },
  'an artist is deleted and becomes a direct one': async () => {
    const artist = await newArtist('Artist');
    const id = await newTrack([await newAlbum()]);
    const direct = patch('tracks', id, {}, { artists: many('artists', [artist]) });
    return {
      requests: [remove('artists', artist), direct],
      legal: [
        [204, 404],
        [422, 200],
      ],
    };
  },
  'an album is deleted and gets a new track': async () => {
    const album = await newAlbum();
    return {
      requests: [remove('albums', album), track([album])],
      legal: [
        [204, 404],
        [422, 201],
      ],
    };
  },
  'an album is deleted and a track put on it': async () => {
    const album = await newAlbum();
    const id = await newTrack([await newAlbum()]);
    return {
      requests: [remove('albums', album), link('POST', id, [album])],
      legal: [
        [204, 404],
        [422, 200],
      ],
    };
  },
  'an album is deleted and gets an artist': async () => {
    const [artist = '', album = ''] = await ids(newArtist('Artist'), newAlbum());
    const credit = post('album-artists', {}, { ...inRole(artist), album: one('albums', album) });
    return {
      requests: [remove('albums', album), credit],
      legal: [
        [204, 404],
        [204, 201],
      ],
    };
  },
  'a track is deleted and gets an artist': async () => {
    const artist = await newArtist('Artist');
    const id = await newTrack([await newAlbum()]);
    const credit = post('track-artists', {}, { ...inRole(artist), track: one('tracks', id) });
    return {
      requests: [remove('tracks', id), credit],
      legal: [
        [204, 404],
        [204, 201],
      ],
    };
  },
  'a track is deleted and put on another album': async () => {
    const { id } = await onTwo();
    return {
      requests: [remove('tracks', id), place(await newAlbum(), id, 1)],
      legal: [
        [204, 404],
        [204, 201],
      ],
    };
  },
  'a track is deleted and leaves its oldest album': async () => {
    const { id, places } = await onTwo();
    return {
      requests: [remove('tracks', id), remove('album-tracks', places[0])],
      legal: [
        [204, 404],
        [204, 204],
      ],
      isBetweenReads: true,
    };
  },
  'a track is deleted while its order and albums are written': async () => {
    const album = await newAlbum();
    const id = await newTrack([album], { order: 2 });
    const move = patch('tracks', id, { order: 1 }, { albums: many('albums', [album]) });
    return {
      requests: [remove('tracks', id), move],
      legal: [
        [204, 404],
        [204, 200],
      ],
      isBetweenReads: true,
    };
  },
  'two albums take one upc-code': async () => {
    const album = await newAlbum();
    const upc = { 'upc-code': newUpc() };
    return {
      requests: [post('albums', { ...albumAttributes, ...upc }, {}), patch('albums', album, upc)],
      legal: [
        [201, 422],
        [422, 200],
      ],
    };
  },
  'two tracks take one place': async () => {
    const album = await newAlbum();
    return {
      requests: [track([album]), track([album])],
      legal: [
        [201, 422],
        [422, 201],
      ],
    };
  },
  'a track moves to a place that another is put on': async () => {
    const album = await newAlbum();
    const other = await newAlbum();
    const id = await newTrack([album]);
    const second = await newTrack([other]);
    return {
      requests: [patch('tracks', id, { order: 2 }), place(album, second, 2)],
      legal: [
        [200, 422],
        [422, 201],
      ],
    };
  },
  'the order of a track is changed from both sides': async () => {
    const { id, places } = await onTwo();
    return {
      requests: [patch('tracks', id, { order: 5 }), patch('album-tracks', places[0], { order: 7 })],
      legal: [[200, 200]],
    };
  },
  'the order of a track and its place on a later album are changed': async () => {
    const { id, places } = await onTwo();
    return {
      requests: [patch('tracks', id, { order: 5 }), patch('album-tracks', places[1], { order: 7 })],
      legal: [[200, 200]],
    };
  },
  'a track leaves its oldest album while its next place changes': async () => {
    const { places } = await onTwo();
    return {
      requests: [remove('album-tracks', places[0]), patch('album-tracks', places[1], { order: 7, disc: 2 })],
      legal: [[204, 200]],
    };
  },
  'a track is moved off its oldest album while its next place changes': async () => {
    const { albums, id, places } = await onTwo();
    return {
      requests: [link('PATCH', id, [albums[1]]), patch('album-tracks', places[1], { order: 7, disc: 2 })],
      legal: [[200, 200]],
    };
  },
  'a track leaves both its albums': async () => {
    const { places } = await onTwo();
    return {
      requests: [remove('album-tracks', places[0]), remove('album-tracks', places[1])],
      legal: [
        [204, 422],
        [422, 204],
      ],
    };
  },
  'a track leaves both its albums, one by its links and one by its place': async () => {
    const { albums, id, places } = await onTwo();
    return {
      requests: [link('DELETE', id, [albums[0]]), remove('album-tracks', places[1])],
      legal: [
        [200, 422],
        [422, 204],
      ],
      isBetweenReads: true,
    };
  },
  'a track leaves its oldest album and gets an older one': async () => {
    const oldest = await newAlbum();
    const { albums, id } = await onTwo();
    return { requests: [link('DELETE', id, [albums[0]]), place(oldest, id, 4)], legal: [[200, 201]] };
  },
  'a track leaves its only album and gets another': async () => {
    const first = await newAlbum();
    const second = await newAlbum();
    const id = await newTrack([first]);
    return {
      requests: [link('DELETE', id, [first]), link('POST', id, [second])],
      legal: [
        [200, 200],
        [422, 200],
      ],
    };
  },
  'a track is put on two albums concurrently': async () => {
    const [first = '', second = ''] = await ids(newAlbum(), newAlbum());
    const id = await newTrack([await newAlbum()], { order: 3 });
    return { requests: [link('POST', id, [first]), link('POST', id, [second])], legal: [[200, 200]] };
  },
});

it('twelve tracks can be created on one album concurrently', async () => {
  const album = await newAlbum();
  const orders = Array.from({ length: 12 }, (_, index) => index + 1);
  await Promise.all(orders.map((order) => newTrack([album], { order })));
  expect((await ask('GET', 200, `/albums/${album}`)).body.data.attributes['tracks-count']).toBe(12);
  expect(catalogueFaults(await allRows())).toEqual([]);
});

it('ten albums can join one label concurrently, and five artists one track', async () => {
  const label = await newLabel('Busy');
  const albums = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      index % 2 === 0
        ? newAlbum({}, { label: one('labels', label) })
        : newAlbum().then(async (id) => {
            await ask('PATCH', 200, `/albums/${id}/relationships/label`, one('labels', label));
            return id;
          }),
    ),
  );
  expect((await ask('GET', 200, `/labels/${label}/albums`)).body.meta.page.total).toBe(10);
  const id = await newTrack(albums.slice(0, 1));
  const artists = await ids(...Array.from({ length: 5 }, (_, index) => newArtist(`Artist ${index}`)));
  await Promise.all(
    artists.map((artist) =>
      make('track-artists', { relationships: { ...inRole(artist), track: one('tracks', id) } }),
    ),
  );
  expect(catalogueFaults(await allRows())).toEqual([]);
});

it('a track can be put on two albums and removed from its oldest concurrently', async () => {
  const { albums, id, places } = await onTwo({ order: 3 });
  const third = await newAlbum();
  const fourth = await newAlbum();
  const links = `/tracks/${id}/relationships/albums`;
  await Promise.all([
    ask('POST', 200, links, many('albums', [third])),
    ask('POST', 200, links, many('albums', [fourth])),
    ask('DELETE', 204, `/album-tracks/${places[0]}`),
  ]);
  expect(idsIn(await get(links)).toSorted()).toEqual([albums[1], third, fourth].toSorted());
  expect(catalogueFaults(await allRows())).toEqual([]);
});

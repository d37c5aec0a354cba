/** Calls that follow one another in usual requests, so that an added round is noticed. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { fillArtists, fillRoles } from '../../support/catalogue/fill.ts';
import { catalogueCalls, one, trackAttributes, trackLinks } from '../../support/catalogue-calls.ts';
import { countLateRounds } from '../../support/rounds.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
const ids = { label: '', album: '', track: '', going: '' };
const { ask, newAlbum, newLabel, newTrack } = catalogueCalls(() => ada);
beforeAll(async () => {
  ada = await newAdmin();
  ids.label = await newLabel('Rounds');
  ids.going = await newLabel('Going');
  ids.album = await newAlbum({}, { label: one('labels', ids.label) });
  ids.track = await newTrack([ids.album]);
  await fillRoles(ada.userId, { album: ids.album }, await fillArtists(ada.userId, 3));
});

const changed = (attributes: object) => () => ({
  data: { type: 'labels', id: ids.label, attributes },
});
const changedTrack = (attributes: object) => () => ({
  data: { type: 'tracks', id: ids.track, attributes },
});
const addedTrack = () => ({
  data: {
    type: 'tracks',
    attributes: { ...trackAttributes, order: 2 },
    relationships: trackLinks([ids.album]),
  },
});

it.each([
  ['GET', '/labels/{label}', 1],
  ['GET', '/albums/{album}', 1],
  ['GET', '/tracks/{track}', 1],
  ['GET', '/labels?filter[name]=rounds&sort=-name', 1],
  ['GET', '/tracks', 2],
  ['GET', '/tracks?filter[album]={album}', 2],
  ['GET', '/albums/{album}?include=label,artists,tracks', 3],
  ['GET', '/artists?include=album-artists.album,track-artists.track,dsp-availabilities.dsp', 4],
  ['GET', '/tracks/{track}?include=albums.label,albums.artists,track-artists.artist,album-tracks.album', 5],
  ['GET', '/albums/{album}?include=tracks.track-artists.artist,album-artists.artist,album-tracks.track', 5],
  ['POST', '/labels', 2, () => ({ data: { type: 'labels', attributes: { name: 'New' } } })],
  ['PATCH', '/labels/{label}', 3, changed({ description: 'Other' })],
  ['PATCH', '/labels/{label}', 2, changed({ name: 'Rounds' })],
  ['DELETE', '/labels/{going}', 3],
  ['POST', '/tracks', 3, addedTrack],
  // The track with the list of its places, then its albums, because the account may not write video releases.
  ['PATCH', '/tracks/{track}', 4, changedTrack({ title: 'Other' })],
  ['PATCH', '/tracks/{track}', 3, changedTrack({ title: 'Other' })],
  ['PATCH', '/tracks/{track}', 4, changedTrack({ order: 3 })],
  ['PATCH', '/tracks/{track}', 4, changedTrack({ 'extended-credits': [{ role: 'violin', name: 'Leo' }] })],
  ['DELETE', '/tracks/{track}', 7],
])('%s %s takes %d rounds of calls', async (method, path, expected, body?: () => object) => {
  // Opens the windows of the rate limits, and makes the session known to this process.
  await ask('GET', 200, '/labels');
  const status = { POST: 201, DELETE: 204 }[method] ?? 200;
  const named = path.replace(/\{(\w+)\}/, (_, name: keyof typeof ids) => ids[name]);
  const rounds = countLateRounds();
  await ask(method, status, named, body?.());
  expect(rounds()).toBe(expected);
});

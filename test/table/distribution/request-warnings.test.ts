/** Warnings about the files of a request, shown to the operator before the decision. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask, newRelease, newTrack, request } from '../../support/distribution/release.ts';
import { approve, command, useStores } from '../../support/distribution/stores.ts';
import { stopReceivers, trustReceivers } from '../../support/receivers.ts';
import { type FileServer, fileServer } from '../../support/stores/file-server.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
let files: FileServer;
beforeAll(async () => {
  trustReceivers();
  files = await fileServer();
  files.served.set('/cover.jpg', Buffer.from('a cover')).set('/song.wav', Buffer.from('a song'));
  ada = await newAdmin();
});
afterAll(stopReceivers);

const warningsOf = async (id: string) =>
  ((await command('show-request', { id })) as { warnings: readonly string[] }).warnings;

/** Nothing reads it here after the request. */
const READING = 'The cover is being read now. Show the request again before you decide.';

const release = (artwork: string, audio: string) =>
  newRelease(ada, {
    tracks: 1,
    dsps: ['4'],
    artwork: files.url(artwork),
    track: { 'full-audiofile-url': files.url(audio) },
  });

describe('the warnings of a request', () => {
  it('are empty when every file can be read, and the cover was read', async () => {
    const { album } = await release('/cover.jpg', '/song.wav');
    const id = await request(ada, album);
    expect(await warningsOf(id)).toEqual([READING]);
    await ask(ada, 200, 'POST', `/albums/${album}/validate`);
    expect(await warningsOf(id)).toEqual([]);
  });

  it('name each unreadable file without preventing approval', async () => {
    const { album, tracks } = await release('/no-cover.jpg', '/song.wav');
    await newTrack(ada, album, { order: 2, 'full-audiofile-url': 'https://127.0.0.1:9/song.wav' });
    const [track = ''] = tracks;
    const artists = await ask(ada, 200, 'GET', `/track-artists?filter[track]=${track}&include=artist`);
    const artist = artists.body.included[0].id;
    const second = (await ask(ada, 200, 'GET', `/tracks?filter[album]=${album}&sort=-order`)).body.data[0].id;
    await ask(ada, 201, 'POST', '/track-artists', {
      data: {
        type: 'track-artists',
        relationships: {
          track: { data: { type: 'tracks', id: second } },
          artist: { data: { type: 'artists', id: artist } },
          'artist-role': { data: { type: 'artist-roles', id: '1' } },
        },
      },
    });
    const id = await request(ada, album);
    expect(await warningsOf(id)).toEqual([
      'The artwork cannot be read. The server responded with status 404 instead of the file.',
      'The audio of track 2 on disc 1 cannot be read. Could not connect to the server.',
      READING,
    ]);
    await approve(id);
    files.asked.length = 0;
    expect(await warningsOf(id)).toEqual([]);
    expect(files.asked).toEqual([]);
  });

  it('do not delay the rest of a request, and name files not read in time', async () => {
    const { album } = await release('/no-cover.jpg', '/song.wav');
    const id = await request(ada, album);
    files.asked.length = 0;
    expect(await command('show-request', { id, 'without-files': true })).toMatchObject({
      status: 'pending',
      state: 'to-review',
      tracks: [{ title: 'So Where' }],
      warnings: [READING],
      'files-not-read': ['The artwork', 'The audio of track 1 on disc 1'],
    });
    expect(files.asked).toEqual([]);
    expect(await command('show-request', { id })).toMatchObject({ 'files-not-read': [] });
  });
});

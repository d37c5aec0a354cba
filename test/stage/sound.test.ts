/**
 * Matches by sound on the local stage: files on a server, the stream, queues and functions as the template
 * connects them.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { trackSoundKey } from '../../shared/matching/keys.ts';
import { cut } from '../support/audio/corpus/alterations.ts';
import { RATE } from '../support/audio/corpus/instruments.ts';
import { mp3File } from '../support/audio/corpus/mp3.ts';
import { song } from '../support/audio/corpus/song.ts';
import { waveFile } from '../support/audio/wave-file.ts';
import { trackAttributes } from '../support/examples.ts';
import { clientOptions, eventually } from '../support/hand-made.ts';
import { emptyStage, newOrganization, operateWith, type SharedStage } from './shared-stage.ts';

let stage: SharedStage;
beforeAll(async () => {
  stage = await emptyStage();
});

/** Serves a file with the certificate of the stage. @returns its URL. */
async function serve(bytes: Uint8Array): Promise<string> {
  const [key, cert] = ['localhost-key.pem', 'localhost.pem'].map((name) =>
    readFileSync(join(stage.dataDirectory, 'certificates', name)),
  );
  const server = createServer({ key, cert }, (_request, response) => void response.end(bytes));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `https://localhost:${typeof address === 'object' && address ? address.port : 0}/audio`;
}

interface Shown {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly meta: { readonly audio: unknown };
}

interface Document<T> {
  readonly data: T;
  readonly included?: readonly Shown[];
}

async function ask<T = Shown>(token: string, path: string, data?: object): Promise<Document<T>> {
  const response = await fetch(stage.url + path, {
    headers: { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${token}` },
    ...(data && { method: 'POST', body: JSON.stringify({ data }) }),
  });
  const body = (await response.json()) as Document<T>;
  expect([path, response.status, response.ok ? '' : JSON.stringify(body)]).toEqual([
    path,
    response.status,
    '',
  ]);
  return body;
}

const one = (type: string, id: string) => ({ data: { type, id } });

const create = async (
  token: string,
  type: string,
  members: { attributes?: object; relationships?: object },
): Promise<string> => (await ask(token, `/${type}`, { type, ...members })).data.id;

/** A song on an album that can be delivered to one DSP. */
async function newSong(token: string, title: string, url: string) {
  const rights = { 'is-explicit': false, 'rights-owner-year': 2026, 'rights-owner-name': title };
  const artist = one('artists', await create(token, 'artists', { attributes: { name: title } }));
  const role = { artist, 'artist-role': one('artist-roles', '1') };
  const classes = { 'primary-genre': one('genres', '32'), language: one('languages', '118') };
  const albumId = await create(token, 'albums', {
    attributes: {
      title,
      release_date: '2026-11-30',
      artwork: 'https://files.example/front.jpg',
      ...rights,
    },
    relationships: {
      label: one('labels', await create(token, 'labels', { attributes: { name: title } })),
      ...classes,
    },
  });
  const album = one('albums', albumId);
  const trackId = await create(token, 'tracks', {
    attributes: {
      ...trackAttributes,
      title,
      order: 1,
      'isrc-code': null,
      'full-audiofile-url': url,
    },
    relationships: { albums: { data: [album.data] }, ...classes },
  });
  await create(token, 'track-artists', { relationships: { track: one('tracks', trackId), ...role } });
  await create(token, 'album-artists', { relationships: { album, ...role } });
  await create(token, 'album-dsps', { relationships: { album, dsp: one('dsps', '1') } });
  return { albumId, trackId };
}

const request = (token: string, albumId: string): Promise<string> =>
  create(token, 'distribution-requests', {
    attributes: { 'request-type': 'delivery' },
    relationships: { album: one('albums', albumId) },
  });

const audioOf = async (token: string, trackId: string) =>
  (await ask(token, `/tracks/${trackId}`)).data.meta.audio;

async function isIndexed(trackId: string): Promise<boolean> {
  const client = new DynamoDBClient(clientOptions(stage));
  const { TableNames: [TableName] = [] } = await client.send(new ListTablesCommand());
  const Key = marshall(trackSoundKey(trackId, 'indexed'));
  const { Item } = await client.send(new GetItemCommand({ TableName, Key }));
  client.destroy();
  return Item?.['isComplete']?.BOOL === true;
}

it('an excerpt of another owner, as MP3, is found with its offsets within ten seconds of the request', async () => {
  const recording = song(20_261_123, 60);
  const ada = await newOrganization(stage, 'sound-ada', { preapproval: false });
  const released = await newSong(ada, 'Amber Lantern', await serve(waveFile([recording], { rate: RATE })));
  const delivery = await request(ada, released.albumId);
  await expect
    .poll(() => audioOf(ada, released.trackId))
    .toMatchObject({ status: 'completed', duration: 60, 'sample-rate': RATE, channels: 1 });
  await operateWith(stage, 'approve-request', { id: delivery });
  await eventually(() => isIndexed(released.trackId)).toBe(true);

  const excerpt = await mp3File(cut(recording, 17.3, 30), 96);
  const leo = await newOrganization(stage, 'sound-leo', { preapproval: false });
  const submitted = await newSong(leo, 'Quiet Harbour', await serve(excerpt));
  const copied = await request(leo, submitted.albumId);
  const path = `/track-matches?filter[track]=${submitted.trackId}&include=time-offsets,track-analysis`;
  await expect.poll(async () => (await ask<Shown[]>(leo, path)).data.length).toBe(1);
  const { data, included = [] } = await ask<Shown[]>(leo, path);
  expect(data[0]?.attributes).toMatchObject({ 'is-cover': 0, title: 'Amber Lantern' });
  expect(included.find(({ type }) => type === 'track-analyses')?.attributes).toMatchObject({
    method: 'audio',
  });
  const [offsets] = included.filter(({ type }) => type === 'track-match-time-offsets');
  const expected = { start: 0, end: 30, 'matched-start': 17.3, 'matched-end': 47.3 };
  for (const [name, seconds] of Object.entries(expected))
    expect(Math.abs(Number(offsets?.attributes[name]) - seconds), name).toBeLessThanOrEqual(0.5);

  const ranges = [expect.objectContaining({ 'matched-start': offsets?.attributes['matched-start'] })];
  // It compares again what was compared just after the release stood in the index.
  const shown = () => operateWith(stage, 'show-request', { id: copied });
  await eventually(shown).toMatchObject({
    tracks: [
      {
        audio: { status: 'completed', error: null },
        matches: [{ title: 'Amber Lantern', 'is-of-another-owner': true, 'time-offsets': ranges }],
      },
    ],
  });
});

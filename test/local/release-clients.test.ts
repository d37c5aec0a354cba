/** A complete release, built on the running service by JSON:API clients of others. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newUpc } from '../support/examples.ts';
import type { Client } from '../support/json-api-clients/client.ts';
import { devourClient } from '../support/json-api-clients/devour-client.ts';
import { kitsuClient } from '../support/json-api-clients/kitsu-client.ts';
import { type Launched, launch } from '../support/launch.ts';

const TRACKS = 12;

let stage: Launched;
let token: string;
beforeAll(async () => {
  stage = await launch({ DATA_DIR: 'memory', RATE_LIMIT_WRITES: '1000' });
  const answer = await fetch(`${stage.url}/oauth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      email: 'admin@demo.example',
      password: 'Demo-Password-1',
      grant_type: 'password',
    }),
  });
  token = ((await answer.json()) as { access_token: string }).access_token;
});
afterAll(() => stage?.interrupt());

const rights = { 'is-explicit': false, 'rights-owner-year': 2027, 'rights-owner-name': 'Client Records' };
const classified = {
  'primary-genre': { type: 'genres', id: '32' },
  language: { type: 'languages', id: '118' },
};
const titleOf = (number: number) => `Track ${number}`;

async function build(client: Client, name: string): Promise<{ label: string; album: string }> {
  const label = await client.create('labels', { name: `${name} Records` });
  const artist = { type: 'artists', id: await client.create('artists', { name: `${name} Player` }) };
  const guest = { type: 'artists', id: await client.create('artists', { name: `${name} Guest` }) };
  const album = await client.create(
    'albums',
    {
      ...rights,
      title: 'Draft title',
      release_date: '2027-03-05',
      artwork: 'https://files.example/cover.jpg',
      'upc-code': newUpc(),
    },
    { label: { type: 'labels', id: label }, ...classified },
  );
  const mainArtist = { artist, 'artist-role': { type: 'artist-roles', id: '1' } };
  const composer = { artist: guest, 'artist-role': { type: 'artist-roles', id: '4' } };
  await client.create('album-artists', {}, { album: { type: 'albums', id: album }, ...mainArtist });
  for (let number = 1; number <= TRACKS; number++) {
    const credits = [
      { role: 'mixing_engineer', name: 'Leo Marsh' },
      { role: 'piano', name: `${name} Guest`, 'artist-id': Number(guest.id) },
    ];
    const file = `https://files.example/${number}.wav`;
    const track = await client.create(
      'tracks',
      {
        ...rights,
        title: titleOf(number),
        order: number,
        'full-audiofile-url': file,
        'extended-credits': credits,
      },
      { albums: { type: 'albums', id: [album] }, ...classified },
    );
    for (const link of [mainArtist, composer])
      await client.create('track-artists', {}, { track: { type: 'tracks', id: track }, ...link });
  }
  return { label, album };
}

describe.each([
  ['kitsu', kitsuClient],
  ['devour', devourClient],
])('%s', (name, clientOf) => {
  it('builds a release of twelve tracks with artists and credits, and reads it whole', async () => {
    const client = clientOf({ url: stage.url, token });
    const { label, album } = await build(client, name);
    expect(await client.rename(album, `By ${name}`)).toBe(`By ${name}`);
    expect(await client.release(album)).toEqual({
      title: `By ${name}`,
      label: `${name} Records`,
      tracks: Array.from({ length: TRACKS }, (_, index) => ({
        title: titleOf(index + 1),
        artists: 2,
        credits: 2,
      })),
    });
    await expect(client.remove('labels', label)).rejects.toBeDefined();
  }, 60_000);
});

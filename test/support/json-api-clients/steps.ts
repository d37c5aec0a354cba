/**
 * The steps that JSON:API clients of others complete with a running service: lists, changes, errors, and a
 * whole release.
 */
import { expect, it } from 'vitest';
import { newUpc } from '../examples.ts';
import type { Client, Rejection, Service } from './client.ts';

const TRACKS = 12;

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

/** The errors of a request that must be rejected, in the client's own form. */
export const rejected = (client: Client, request: Promise<unknown>): Promise<readonly Rejection[]> =>
  request.then(
    () => expect.fail('The request was not rejected.'),
    (error: unknown) => client.rejections(error),
  );

/** Declares the tests of a client. @param service is called when they run. */
export function completesTheSteps(
  name: string,
  clientOf: (service: Service) => Client,
  service: () => Promise<Service>,
): void {
  it('lists sorted labels page by page', async () => {
    const client = clientOf(await service());
    for (const letter of ['B', 'C', 'A']) await client.create('labels', { name: `${name} list ${letter}` });
    const page = async (number: number) => {
      const filter = { name: `${name} list` };
      const { records, total } = await client.list('labels', {
        filter,
        sort: '-name',
        page: { number, size: 2 },
      });
      return { names: records.map((label) => label['name']), total };
    };
    expect(await page(1)).toEqual({ names: [`${name} list C`, `${name} list B`], total: 3 });
    expect(await page(2)).toEqual({ names: [`${name} list A`], total: 3 });
  });

  it('creates, changes and deletes a label', async () => {
    const client = clientOf(await service());
    const id = await client.create('labels', { name: `${name} label`, description: 'New' });
    const changed = { name: `${name} label`, description: 'Changed' };
    expect(await client.update('labels', id, { description: 'Changed' })).toMatchObject(changed);
    expect(await client.read('labels', id)).toMatchObject(changed);
    await client.remove('labels', id);
    expect(await rejected(client, client.read('labels', id))).toMatchObject([{ status: '404' }]);
  });

  it('names the invalid attribute of a 422 and continues working', async () => {
    const client = clientOf(await service());
    expect(await rejected(client, client.create('labels', { name: '' }))).toMatchObject([
      { status: '422', source: { pointer: '/data/attributes/name' } },
    ]);
    expect(await client.create('labels', { name: `${name} again` })).toMatch(/^\d+$/);
  });

  it('builds a release of twelve tracks with artists and credits and reads it all', async () => {
    const client = clientOf(await service());
    const { label, album } = await build(client, name);
    const title = `By ${name}`;
    expect(await client.update('albums', album, { title })).toMatchObject({ title });
    expect(await client.release(album)).toEqual({
      title,
      label: `${name} Records`,
      tracks: Array.from({ length: TRACKS }, (_, index) => ({
        title: titleOf(index + 1),
        artists: 2,
        credits: 2,
      })),
    });
    expect(await rejected(client, client.remove('labels', label))).toMatchObject([
      { status: '422', code: 'label_has_albums' },
    ]);
  });
}

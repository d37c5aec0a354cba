/** The release that an operator has approved, whose owner changes it before all stores have it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { AlbumArtwork } from '../../../shared/catalogue/rules/album-artwork.ts';
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';
import type { Item } from '../../../shared/kit/table/item.ts';
import type { Key } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { setCover } from '../../support/distribution/cover.ts';
import { ask, create, newRelease, type Release, request } from '../../support/distribution/release.ts';
import { releaseChanges } from '../../support/distribution/release-changes.ts';
import { approve, command, problemsOf, runStores, useStores } from '../../support/distribution/stores.ts';
import { type Access, expectAllowed, hearTable } from '../../support/grants.ts';
import { setHeard } from '../../support/heard.ts';
import { allRows } from '../../support/invariants.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  hearTable();
  ada = await newAdmin();
});

interface Approved extends Release {
  readonly id: string;
  readonly track: string;
}

async function approved(dsps: readonly string[] = ['1']): Promise<Approved> {
  const release = await newRelease(ada, { dsps });
  const id = await request(ada, release.album);
  await approve(id);
  return { ...release, id, track: required(release.tracks[0], 'It has two.') };
}

/** What stores got, in the order of the attempts. */
async function handed(
  result: Handover | (() => Promise<Handover>),
  inHours = 0,
  accesses: Access[] = [],
): Promise<Parcel[]> {
  const parcels: Parcel[] = [];
  const store: DspStore = {
    hand: async (parcel) => {
      parcels.push(parcel);
      return typeof result === 'function' ? result() : result;
    },
  };
  await runStores({ now: () => new Date(Date.now() + inHours * 3_600_000), storeFor: () => store, accesses });
  return parcels;
}

const accepted = { is: 'accepted' } as const;
const closed = { is: 'failed', reason: 'The store is closed.' } as const;

/** What a store shows of a release. */
const shownOf = ({ release: { tracks, territories: _, ...album } }: Parcel) => ({
  ...album,
  tracks: tracks.map(({ audio: _audio, masters: _masters, heardMd5: _heard, ...track }) => track),
});

const deliveriesOf = async (id: string) =>
  ((await command('show-request', { id })) as { deliveries: { status: string; errors: string | null }[] })
    .deliveries;

const rename = (type: string, id: string, attributes: object) =>
  ask(ada, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });

const storedRows = async (): Promise<(Item & Key)[]> =>
  (await allRows()).filter(({ sk }) => String(sk).endsWith('#release')) as (Item & Key)[];

/** Approvals have their own rules for audio. */
const heard = (what: string): boolean => /: (?:audio|masters)$/.test(what);
const shown = releaseChanges.filter(([what]) => !heard(what));

describe('a release that an operator has approved', () => {
  it.each(shown)('is delivered by later attempts as it was approved: %s', async (_, change) => {
    const release = await approved();
    const [first] = await handed(closed);
    await change(ada, release);
    const [second] = await handed(accepted, 1);
    expect(second && shownOf(second)).toEqual(first && shownOf(first));
    expect(await deliveriesOf(release.id)).toMatchObject([{ status: 'sent' }]);
    expect(await storedRows()).toEqual([]);
  });

  it.each(shown)('is not delivered if it changes before the first attempt: %s', async (what, change) => {
    const release = await approved(['1', '4']);
    await change(ada, release);
    expect(await handed(accepted)).toEqual([]);
    const failed = await deliveriesOf(release.id);
    expect(failed).toMatchObject([{ status: 'error' }, { status: 'error' }]);
    for (const { errors } of failed) {
      expect(errors).toContain('The release has changed since its approval.');
      expect(errors).toContain(`${what} (20`);
      expect(errors).toContain('Request the album again.');
    }
  });

  it('is delivered as it is now if requested again', async () => {
    const { id, album } = await approved();
    await rename('albums', album, { title: 'Another' });
    await handed(accepted);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'error' }]);
    await approve(await request(ada, album));
    expect((await handed(accepted)).map(({ release: { title } }) => title)).toEqual(['Another']);
  });

  it('is delivered even if only data that stores do not get changes, or other releases change', async () => {
    const { id, album, track } = await approved();
    await rename('albums', album, { description: 'Words for nobody.' });
    await rename('tracks', track, { title: 'So Where' });
    const artist = await create(ada, 'artists', { attributes: { name: 'Somebody' } });
    await rename('artists', artist, { name: 'Somebody else' });
    expect(await handed(accepted)).toHaveLength(1);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
  });

  it('is not sent to a store that its owner has excluded since the approval', async () => {
    const { id, album, tracks } = await approved(['12']);
    expect((await handed(closed)).map(({ release }) => release.tracks.length)).toEqual([2]);
    await rename('albums', album, { title: 'Another' });
    await rename('tracks', required(tracks[0], 'It has two.'), { 'allow-fingerprint-scan': false });
    const [later] = await handed(accepted, 1);
    expect(later?.release.title).toBe('Release');
    expect(later?.release.tracks.map((each) => each.id)).toEqual([tracks[1]]);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
  });

  it('is not delivered if both its audio and what it shows change, because only the new audio is judged', async () => {
    const { id, album, track } = await approved();
    await handed(closed);
    await rename('albums', album, { title: 'Another' });
    await rename('tracks', track, { 'full-audiofile-url': 'https://files.example/other.wav' });
    expect(await handed(accepted, 1)).toEqual([]);
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ status: 'error', errors: expect.stringContaining('Album: title (20') });
    expect(delivery?.errors).toContain('Track "So Where": audio (20');
  });

  it.each<[string, Partial<AlbumArtwork>, Partial<AlbumArtwork>, string]>([
    ['of another file', { sha256: 'a'.repeat(64) }, { sha256: 'b'.repeat(64) }, 'error'],
    [
      'of the same file with another ETag',
      { sha256: 'a'.repeat(64) },
      { sha256: 'a'.repeat(64), etag: '"2"' },
      'sent',
    ],
    ['of which an earlier version kept no digest', {}, { sha256: 'a'.repeat(64) }, 'sent'],
  ])('is delivered only with its cover: %s', async (_, before, after, status) => {
    const release = await newRelease(ada, { dsps: ['1'] });
    await setCover(release.album, before);
    const id = await request(ada, release.album);
    await approve(id);
    await setCover(release.album, after);
    await handed(accepted);
    expect(await deliveriesOf(id)).toMatchObject([{ status }]);
  });

  it('is not delivered with a cover that could be read only after the approval', async () => {
    const release = await newRelease(ada, { dsps: ['1'] });
    const id = await request(ada, release.album);
    await setCover(release.album, { status: 'failed', sha256: null });
    await approve(id);
    await setCover(release.album, { sha256: 'a'.repeat(64) });
    expect(await handed(accepted)).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'error', errors: expect.stringContaining('Its cover is now a different file.') },
    ]);
  });

  it('is delivered without a cover that is read only after the approval, of which the approval warns', async () => {
    const release = await newRelease(ada, { dsps: ['1'] });
    const id = await request(ada, release.album);
    const shown = (await command('show-request', { id })) as { warnings: readonly string[] };
    expect(shown.warnings).toContain(
      'The cover is being read now. Show the request again before you decide.',
    );
    const told =
      'The cover was not read before the approval. Stores that get packages do not get the release with it.';
    const { warnings } = (await command('approve-request', { id })) as { warnings: readonly string[] };
    expect(warnings).toContain(told);
    await setCover(release.album, { sha256: 'a'.repeat(64) });
    const [parcel] = await handed(accepted);
    expect(parcel?.release.artworkSha256).toBe(null);
    const later = (await command('show-request', { id })) as {
      decisions: readonly { warnings: readonly string[] }[];
    };
    expect(later.decisions[0]?.warnings).toContain(told);
  });

  it('is approved for a store that gets packages only once its cover is read, or cannot be', async () => {
    await command('set-store', { 'dsp-id': '4', behavior: 'package' });
    const { album, tracks } = await newRelease(ada, { dsps: ['1', '4'] });
    for (const track of tracks) await setHeard(track, {});
    const id = await request(ada, album);
    expect(await problemsOf('approve-request', { id })).toEqual([
      {
        code: 'album_incomplete',
        detail: 'The artwork of the album has not been read yet. Try again in a minute.',
      },
    ]);
    await setCover(album, { status: 'failed', sha256: null });
    expect(await command('approve-request', { id })).toMatchObject({ status: 'sent' });
    expect((await handed(accepted)).map(({ release }) => release.artworkSha256)).toEqual([null, null]);
    await command('set-store', { 'dsp-id': '4', behavior: 'confirm' });
  });

  it('is taken down from a store that gets packages whether or not its cover is read', async () => {
    const { album } = await approved(['4']);
    await handed(accepted);
    await command('set-store', { 'dsp-id': '4', behavior: 'package' });
    await rename('albums', album, { artwork: 'https://files.example/another.jpg' });
    const takedown = await request(ada, album, 'takedown');
    expect(await command('approve-request', { id: takedown })).toMatchObject({ status: 'sent' });
    expect((await handed(accepted)).map(({ type }) => type)).toEqual(['takedown']);
    await command('set-store', { 'dsp-id': '4', behavior: 'confirm' });
  });

  it.each([
    ['its digest', { sha256: 'a'.repeat(64) }, 'a'.repeat(64)],
    ['the word that none could be read', { status: 'failed', sha256: null }, null],
    ['the word that none was read to its end', { sha256: null }, null],
    ['no word on a file of which an earlier version kept no digest', {}, undefined],
  ] as const)('is handed over with its cover: %s', async (_, read, digest) => {
    const release = await newRelease(ada, { dsps: ['1'] });
    const id = await request(ada, release.album);
    await setCover(release.album, read);
    await approve(id);
    const [parcel] = await handed(accepted);
    expect(parcel?.release.artworkSha256).toBe(digest);
  });

  it('is delivered again unchanged if the function dies after a store has accepted it', async () => {
    const { id, album } = await approved();
    const [first] = await handed(closed);
    const dying = handed(async () => {
      await rename('albums', album, { title: 'Another' });
      throw new Error('The function dies.');
    }, 1);
    await expect(dying).rejects.toThrow();
    const [last] = await handed(accepted, 2);
    expect(last?.release.title).toBe(first?.release.title);
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'sent' }]);
  });

  it('is not delivered if it has changed and is no longer stored', async () => {
    const { id, album } = await approved();
    await handed(closed);
    await rename('albums', album, { title: 'Another' });
    const rows = await storedRows();
    expect(rows).toHaveLength(1);
    await new Table().deleteMany(rows);
    expect(await handed(accepted, 1)).toEqual([]);
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'error', errors: expect.stringContaining('Album: title') },
    ]);
  });

  it('is delivered later if it was not stored but has not changed', async () => {
    await approved();
    await handed(closed);
    await new Table().deleteMany(await storedRows());
    expect(await handed(accepted, 1)).toHaveLength(1);
  });

  it('is taken down even if it has changed since', async () => {
    const { album } = await approved();
    await handed(accepted);
    await approve(await request(ada, album, 'takedown'));
    await rename('albums', album, { title: 'Another' });
    expect(await handed(accepted)).toMatchObject([{ type: 'takedown' }]);
  });

  it('is delivered, or not, with the permissions of the function', async () => {
    const release = await approved();
    const accesses: Access[] = [];
    await handed(closed, 0, accesses);
    await rename('albums', release.album, { title: 'Another' });
    await rename('artists', release.artist, { name: 'Renamed Artist' });
    await handed(accepted, 1, accesses);
    await rename('artists', (await approved()).artist, { name: 'Release Artist' });
    await handed(accepted, 0, accesses);
    expect(accesses.length).toBeGreaterThan(20);
    expectAllowed(accesses, 'deliver-releases');
  });

  it('has its changes in its history as long as stores have it', async () => {
    const { album } = await approved();
    await handed(closed);
    await rename('albums', album, { title: 'During' });
    await handed(accepted, 1);
    await rename('albums', album, { title: 'After' });
    await approve(await request(ada, album, 'takedown'));
    await handed(accepted);
    await rename('albums', album, { title: 'Without stores' });
    const { history } = (await command('show-album', { id: album })) as { history: { what: string }[] };
    expect(history.filter(({ what }) => what === 'release changed')).toMatchObject([
      { detail: 'Album: title' },
      { detail: 'Album: title' },
    ]);
  });
});

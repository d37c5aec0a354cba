/** Deliveries of approved releases that move to another stage, which counts the changes of their owners from 0. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { DspStore } from '../../../shared/distribution/stores/dsp-store.ts';
import type { Parcel } from '../../../shared/ern/write/parcel.ts';
import { required } from '../../../shared/kit/values/required.ts';
import { newAdmin, type Person, signedInAgain } from '../../support/calls.ts';
import { ask, create, newRelease, type Release, request } from '../../support/distribution/release.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { clearTable, useMoves } from '../../support/moves.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
const moves = useMoves();
let ada: Person;
beforeEach(async () => {
  ada = await newAdmin();
});

interface Requested extends Release {
  readonly id: string;
  readonly track: string;
}

async function requested(track: object = {}): Promise<Requested> {
  const release = await newRelease(ada, { tracks: 1, dsps: ['1'], track });
  const id = await request(ada, release.album);
  return { ...release, id, track: required(release.tracks[0], 'It has one.') };
}

const change = (type: string, id: string, attributes: object) =>
  ask(ada, 200, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });

/** Moves the organization to a stage that has nothing else. */
async function move(): Promise<void> {
  const folder = await moves.exported(ada.organizationId);
  await clearTable();
  await moves.imported(folder);
  await moves.takenOver(folder);
  ada = await signedInAgain(ada);
}

const accepting = (parcels: Parcel[]): DspStore => ({
  hand: async (parcel) => {
    parcels.push(parcel);
    return { is: 'accepted' };
  },
});

/** @returns what the store got. */
async function handed(): Promise<readonly Parcel[]> {
  const parcels: Parcel[] = [];
  await runStores({ storeFor: () => accepting(parcels) });
  return parcels;
}

const deliveryOf = async (id: string) =>
  ((await command('show-request', { id })) as { deliveries: { status: string; errors: string | null }[] })
    .deliveries[0];

async function expectWithheld({ id }: Requested, reason: string): Promise<void> {
  expect(await handed()).toEqual([]);
  expect(await deliveryOf(id)).toMatchObject({ status: 'error', errors: expect.stringContaining(reason) });
}

const CHANGED = 'The release has changed since its approval.';
const closed = { 'allow-fingerprint-scan': false };
const another = { 'full-audiofile-url': 'https://files.example/another.wav' };

describe('a moved delivery', () => {
  it('is handed over as it was approved, although the other stage has counted nothing', async () => {
    const made = await requested(closed);
    await change('albums', made.album, { title: 'Approved' });
    await change('tracks', made.track, another);
    await approve(made.id);
    await move();
    expect((await handed()).map(({ release }) => release.title)).toEqual(['Approved']);
    expect(await deliveryOf(made.id)).toMatchObject({ status: 'sent' });
  });

  it('fails if its release was changed between the approval and the export', async () => {
    const made = await requested();
    await approve(made.id);
    await change('albums', made.album, { title: 'Changed' });
    await move();
    await expectWithheld(made, `${CHANGED} Album: title (20`);
  });

  it('fails if an artist was renamed between the approval and the export', async () => {
    const made = await requested();
    const artist = await create(ada, 'artists', { attributes: { name: 'Nia' } });
    await create(ada, 'track-artists', {
      relationships: {
        track: { data: { type: 'tracks', id: made.track } },
        artist: { data: { type: 'artists', id: artist } },
        'artist-role': { data: { type: 'artist-roles', id: '2' } },
      },
    });
    await approve(made.id);
    await change('artists', artist, { name: 'Another' });
    await move();
    await expectWithheld(made, CHANGED);
  });

  it('fails if its release is changed on the other stage as often as before the approval', async () => {
    const made = await requested();
    await change('albums', made.album, { title: 'Approved' });
    await approve(made.id);
    await move();
    await change('albums', made.album, { title: 'Changed' });
    await expectWithheld(made, `${CHANGED} Album: title (20`);
  });

  it('fails if audio that was not compared was replaced between the approval and the export', async () => {
    const made = await requested(closed);
    await approve(made.id);
    await change('tracks', made.track, another);
    await move();
    await expectWithheld(made, 'was not compared before the approval');
  });

  it('fails if such audio is replaced on the other stage as often as before the approval', async () => {
    const made = await requested(closed);
    await change('tracks', made.track, another);
    await approve(made.id);
    await move();
    await change('tracks', made.track, { 'full-audiofile-url': 'https://files.example/third.wav' });
    await expectWithheld(made, 'was not compared before the approval');
  });

  it('fails after a second move as well', async () => {
    const made = await requested(closed);
    await approve(made.id);
    await change('tracks', made.track, another);
    await move();
    await move();
    await expectWithheld(made, 'was not compared before the approval');
  });

  it('is handed over after a second move if nothing was changed', async () => {
    const made = await requested(closed);
    await change('tracks', made.track, another);
    await approve(made.id);
    await move();
    await move();
    expect(await handed()).toHaveLength(1);
  });
});

/** Whether the tracks of an album count as released for matches, after its deliveries have failed. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { DspStore, Handover } from '../../../shared/distribution/stores/dsp-store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { indexingWork } from '../../../shared/matching/released/indexing-work.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { newRelease, request } from '../../support/distribution/release.ts';
import { approve, runStores, useStores } from '../../support/distribution/stores.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const accepted: Handover = { is: 'accepted' };
const impossible: Handover = { is: 'impossible', reason: 'The store does not take it.' };

/** @param of by the id of the DSP. Others accept. */
async function hand(of: Readonly<Record<string, Handover>>): Promise<void> {
  await runStores({ storeFor: (dsp): DspStore => ({ hand: async () => of[dsp] ?? accepted }) });
}

async function approved(album: string, type: 'delivery' | 'update' = 'delivery'): Promise<void> {
  await approve(await request(ada, album, type));
}

/** What the last work of the index is about. Nothing processes it here. */
const isReleased = async (album: string): Promise<unknown> =>
  (await new Table().get(indexingWork.key(album)))?.['isReleased'];

const newAlbum = async (dsps: readonly string[]): Promise<string> => (await newRelease(ada, { dsps })).album;

describe('an approved album', () => {
  it('is not released if no store got it', async () => {
    const album = await newAlbum(['1', '4']);
    await approved(album);
    expect(await isReleased(album)).toBe(true);
    await hand({ '1': impossible, '4': impossible });
    expect(await isReleased(album)).toBe(false);
  });

  it('is released again when its next request is approved', async () => {
    const album = await newAlbum(['1']);
    await approved(album);
    await hand({ '1': impossible });
    await approved(album);
    expect(await isReleased(album)).toBe(true);
  });

  it('stays released if one store got it', async () => {
    const album = await newAlbum(['1', '4']);
    await approved(album);
    await hand({ '4': impossible });
    expect(await isReleased(album)).toBe(true);
  });

  it('stays released if stores do not get an update', async () => {
    const album = await newAlbum(['1']);
    await approved(album);
    await hand({});
    await approved(album, 'update');
    await hand({ '1': impossible });
    expect(await isReleased(album)).toBe(true);
  });
});

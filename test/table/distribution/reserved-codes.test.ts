/** Codes with the prefixes of the stage are those that it gives. Owners cannot choose them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { albums as albumRecords } from '../../../shared/catalogue/api/albums.ts';
import { tracks as trackRecords } from '../../../shared/catalogue/api/tracks.ts';
import { upcOf as madeUpc } from '../../../shared/catalogue/rules/upc.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { changed, findRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { api } from '../../../shared/service/api.ts';
import { newAdmin, type Person } from '../../support/calls.ts';
import { albumAttributes, errorsOf, trackLinks } from '../../support/catalogue-calls.ts';
import { catalogueCommands, line, table } from '../../support/catalogue-imports.ts';
import { ask, newRelease, request } from '../../support/distribution/release.ts';
import { isrcsShown, upcShown } from '../../support/distribution/shown.ts';
import { approve, command, runStores, useStores } from '../../support/distribution/stores.ts';
import { trackAttributes } from '../../support/examples.ts';
import { withTable } from '../../support/table.ts';

withTable({ codes: { isrc: 'QZRSV', gs1: '0850005' } });
useStores();
const { folderOf, imported, rejected, exported } = catalogueCommands();
let ada: Person;
let bob: Person;
beforeAll(async () => {
  ada = await newAdmin();
  bob = await newAdmin();
});

const year = new Date().getUTCFullYear() % 100;
const upc = (number: number) => madeUpc('0850005', number);
const change = (person: Person, status: number, type: string, id: string, attributes: object) =>
  ask(person, status, 'PATCH', `/${type}/${id}`, { data: { type, id, attributes } });
const newAlbum = (person: Person, status: number, code: string | null) => {
  const attributes = { ...albumAttributes, 'upc-code': code };
  return ask(person, status, 'POST', '/albums', { data: { type: 'albums', attributes } });
};
const newTrack = (person: Person, status: number, album: string, code: string) => {
  const attributes = { ...trackAttributes, order: 9, 'isrc-code': code };
  return ask(person, status, 'POST', '/tracks', {
    data: { type: 'tracks', attributes, relationships: trackLinks([album]) },
  });
};
const noIsrc = ['code_reserved /data/attributes/isrc-code'];
const noUpc = ['code_reserved /data/attributes/upc-code'];

/** A release to which the stage has given its codes. */
async function given(person: Person) {
  const release = await newRelease(person, {
    tracks: 1,
    dsps: ['1'],
    'upc-code': null,
    track: { 'isrc-code': null },
  });
  await approve(await request(person, release.album));
  await runStores();
  const [isrc] = await isrcsShown(person, release.album);
  const [track = ''] = release.tracks;
  return { ...release, track, isrc: String(isrc), upc: String(await upcShown(person, release.album)) };
}

describe('a code of the stage that was not given', () => {
  it('is rejected on a track in any spelling and year', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 1 });
    for (const code of [
      `QZRSV${year}90001`,
      'qz-rsv-19-00001',
      'QZ RSV 99 12345',
      `QZ\u2212RSV${year}\ufe0f.90001`,
    ]) {
      expect(errorsOf(await newTrack(ada, 422, album, code))).toEqual(noIsrc);
      expect(errorsOf(await change(ada, 422, 'tracks', String(tracks[0]), { 'isrc-code': code }))).toEqual(
        noIsrc,
      );
    }
    await newTrack(ada, 201, album, 'QZRSV is not a code');
  });

  it('is rejected on an album with 12 or 13 digits', async () => {
    const { album } = await newRelease(ada, { tracks: 1 });
    for (const code of [upc(90_001), `0${upc(90_002)}`]) {
      expect(errorsOf(await newAlbum(ada, 422, code))).toEqual(noUpc);
      expect(errorsOf(await change(ada, 422, 'albums', album, { 'upc-code': code }))).toEqual(noUpc);
    }
  });

  it('can be sent back in any spelling if the record has it, but not changed', async () => {
    const { album, tracks } = await newRelease(ada, { tracks: 1 });
    const [track = ''] = tracks;
    const store = storeOf(api, { table: new Table(), now: new Date() });
    const before = await findRecord(store, trackRecords, track);
    const sheet = await findRecord(store, albumRecords, album);
    if (!before || !sheet) throw new Error('There is no release.');
    const isrc = { 'isrc-code': `QZRSV${year}80001` };
    const code = { 'upc-code': upc(80_001), gtin: `0${upc(80_001)}` };
    await save(deciding(store), [
      { resource: trackRecords, before, after: changed(store, trackRecords, { before, fields: isrc }) },
      {
        resource: albumRecords,
        before: sheet,
        after: changed(store, albumRecords, { before: sheet, fields: code }),
      },
    ]);
    await change(ada, 200, 'tracks', track, { title: 'New', ...isrc });
    await change(ada, 200, 'tracks', track, { 'isrc-code': `qz-rsv-${year}-80001` });
    await change(ada, 422, 'tracks', track, { 'isrc-code': `QZRSV${year}80002` });
    await change(ada, 200, 'albums', album, { title: 'New', 'upc-code': code.gtin });
    await change(ada, 422, 'albums', album, { 'upc-code': upc(80_002) });
    await change(ada, 200, 'tracks', track, { 'isrc-code': 'DEAB12600001' });
  });
});

describe('a code given by the stage', () => {
  it('can be sent back in any spelling and keeps its own', async () => {
    const { album, track, isrc, upc: code } = await given(ada);
    const spelled = isrc.toLowerCase().replace('qzrsv', 'qz-rsv-');
    const { body } = await change(ada, 200, 'tracks', track, { title: 'New', 'isrc-code': spelled });
    expect(body.data.attributes).toMatchObject({ title: 'New', 'isrc-code': isrc });
    const shown = await change(ada, 200, 'albums', album, { title: 'New', 'upc-code': `0${code}` });
    expect(shown.body.data.attributes).toMatchObject({ title: 'New', 'upc-code': code });
  });

  it('is accepted on another track of its owner, but not of another owner', async () => {
    const { isrc } = await given(ada);
    const { album } = await newRelease(ada, { tracks: 1 });
    await newTrack(ada, 201, album, isrc.toLowerCase());
    const others = await newRelease(bob, { tracks: 1 });
    expect(errorsOf(await newTrack(bob, 422, others.album, isrc))).toEqual(noIsrc);
  });

  it('is accepted again from its owner after takedown and deletion', async () => {
    const { album, track, isrc, upc: code } = await given(ada);
    await command('takedown-album', { 'album-id': album, reason: 'Test.' });
    await runStores();
    await ask(ada, 204, 'DELETE', `/tracks/${track}`);
    await ask(ada, 204, 'DELETE', `/albums/${album}`);
    expect(errorsOf(await newAlbum(bob, 422, code))).toEqual(noUpc);
    const others = await newRelease(bob, { tracks: 1 });
    expect(errorsOf(await newTrack(bob, 422, others.album, isrc))).toEqual(noIsrc);
    const again = (await newAlbum(ada, 201, `0${code}`)).body.data.id;
    await newTrack(ada, 201, again, isrc);
  });
});

describe('a catalogue import', () => {
  it('names codes that the stage has not given', async () => {
    const from = folderOf({
      'all.csv': table(line(upc(70_001), 1, 1).replace(/,DE\w+,/, `,QZRSV${year}70001,`)),
    });
    expect(await rejected(from, ada, '--check')).toEqual([
      expect.stringContaining('all.csv:2: isrc: Only the service gives the codes that begin with QZRSV'),
      expect.stringContaining('all.csv:2: upc: Only the service gives the codes that begin with 0850005'),
    ]);
  });

  it('restores given codes from an export, even after the releases were deleted', async () => {
    const eve = await newAdmin();
    const { album, track, isrc } = await given(eve);
    const { to } = await exported(eve);
    await imported(to, eve);
    await command('takedown-album', { 'album-id': album, reason: 'Test.' });
    await runStores();
    await ask(eve, 204, 'DELETE', `/tracks/${track}`);
    await ask(eve, 204, 'DELETE', `/albums/${album}`);
    await imported(to, eve);
    const { body } = await ask(eve, 200, 'GET', `/tracks?filter[isrc-code]=${isrc}`);
    expect(body.data).toHaveLength(1);
  });
});

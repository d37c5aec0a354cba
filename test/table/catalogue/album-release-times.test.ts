/** When albums are published and sold in advance, as the API accepts it. Rules in shared/catalogue/rules/release-time.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { albumAttributes, catalogueCalls, errorsOf } from '../../support/catalogue-calls.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
let album: string;
beforeAll(async () => {
  ada = await newAdmin();
  album = await newAlbum();
});
const { post, patch, attributesOf, newAlbum } = catalogueCalls(() => ada);
const set = (status: number, attributes: object, id = album) => patch(status, 'albums', id, { attributes });

describe('albums', () => {
  it('can be published at a time in a zone or at midnight of each store', async () => {
    const times = (zone: unknown, time: unknown) => ({ 'release-time-zone': zone, 'release-time': time });
    const zones = ['Asia/Tokyo', 'America/Argentina/Buenos_Aires', 'Etc/GMT-9', 'UTC', 'local'];
    for (const sent of [
      ...zones.map((zone) => times(zone, '00:00')),
      times('local', '23:59'),
      times('local', null),
    ])
      expect((await set(200, sent)).body.data.attributes).toMatchObject(sent);
    const [{ detail }] = (await set(422, times('EST', '09:00'))).body.errors;
    expect(detail).toBe(
      'release-time-zone must not be EST, whose clocks never change. Send America/New_York.',
    );
    for (const zone of ['Asia/Toky', 'asia/tokyo', '+09:00', 'JST', '', null, 9, 'x'.repeat(9_999)])
      expect(errorsOf(await set(422, times(zone, '09:00')))).toEqual([
        'invalid_value /data/attributes/release-time-zone',
      ]);
    for (const time of ['24:00', '9:00', '09:60', '09:00:00', '', 9])
      expect(errorsOf(await set(422, times('Asia/Tokyo', time)))).toEqual([
        'invalid_value /data/attributes/release-time',
      ]);
  });

  it('have both a time and a zone, or neither', async () => {
    expect(errorsOf(await set(422, { 'release-time': '09:00' }))).toEqual([
      'required /data/attributes/release-time-zone',
    ]);
    expect(errorsOf(await set(422, { 'release-time-zone': 'Asia/Tokyo' }))).toEqual([
      'required /data/attributes/release-time',
    ]);
    await set(200, { 'release-time': '09:00', 'release-time-zone': 'Asia/Tokyo' });
    await set(200, { 'release-time': '10:00' });
    await set(200, { 'release-time-zone': 'Europe/Berlin' });
    expect(errorsOf(await set(422, { 'release-time': null }))).toEqual([
      'required /data/attributes/release-time',
    ]);
    const none = { 'release-time': null, 'release-time-zone': 'local' };
    expect((await set(200, none)).body.data.attributes).toMatchObject(none);
  });

  it('cannot be published at a skipped time or pre-ordered after their release', async () => {
    const sent = {
      release_date: '2027-03-28',
      'release-time': '02:30',
      'release-time-zone': 'Europe/Berlin',
      'pre-order-date': '2027-03-28',
    };
    const response = await post(422, 'albums', { attributes: { ...albumAttributes, ...sent, title: '' } });
    expect(errorsOf(response)).toEqual([
      'invalid_value /data/attributes/title',
      'invalid_value /data/attributes/release-time',
      'invalid_value /data/attributes/pre-order-date',
    ]);
    const valid = { ...sent, 'release-time': '03:00', 'pre-order-date': '2027-03-01' };
    const id = await newAlbum(valid);
    expect(await attributesOf('albums', id)).toMatchObject(valid);
    expect(errorsOf(await set(422, { release_date: '2027-03-01' }, id))).toEqual([
      'invalid_value /data/attributes/release_date',
    ]);
    await set(200, { 'release-time': '02:30', release_date: '2027-03-29' }, id);
    expect(errorsOf(await set(422, { release_date: '2027-03-28' }, id))).toEqual([
      'invalid_value /data/attributes/release_date',
    ]);
    await set(200, { 'pre-order-date': null, release_date: '2027-03-01' }, id);
  });
});

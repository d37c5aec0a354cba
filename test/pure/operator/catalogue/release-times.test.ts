import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dealFor, readParts } from '../../../support/catalogue-files/small-message.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
type DealParts = Parameters<typeof dealFor>[1];

/** @returns the time, the zone and the day of pre-orders of a release of 5 March 2027. */
function readDeals(...deals: (DealParts | string)[]) {
  const all = deals.map((deal) =>
    typeof deal === 'string' ? deal : dealFor('R0', { codes: ['Worldwide'], ...deal }),
  );
  const release = '<ReleaseDate>2027-03-05</ReleaseDate>';
  const { release: read, notes, problems } = readParts({ release, deals: all.join('') }, NOW);
  const { 'release-time': time, 'release-time-zone': zone, 'pre-order-date': preOrder } = read.attributes;
  return { read: [time, zone, preOrder], notes, problems };
}
const placed = (start: string, place: string) =>
  dealFor('R0', { codes: ['Worldwide'], start }).replace(
    '<StartDateTime>',
    `<StartDateTime LocationDescription="${place}">`,
  );
const OTHER_DAY = 'A deal begins at a time on a different day from the release. The time is omitted.';
const zoneNote = (offset: string, zone: string) =>
  `The offset ${offset} of a deal is imported as the zone ${zone}.`;

describe('the time of a release', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['a day', '2027-03-05', [null, 'local']],
    ['midnight without an offset', '2027-03-05T00:00:00', [null, 'local']],
    ['a time without an offset', '2027-03-05T18:30:00', ['18:30', 'local']],
    ['a time without seconds', '2027-03-05T18:30', ['18:30', 'local']],
  ])('follows the clock of each store if its deal begins on %s', (_, start, expected) => {
    expect(readDeals({ start })).toEqual({ read: [...expected, null], notes: [], problems: [] });
  });

  it.each([
    ['+09:00', '2027-03-05T09:00:00+09:00', '09:00', 'Etc/GMT-9'],
    ['-05:00', '2027-03-05T00:00:00-05:00', '00:00', 'Etc/GMT+5'],
    ['Z', '2027-03-05T00:00:00Z', '00:00', 'Etc/UTC'],
    ['+14:00', '2027-03-05T00:00:00+14:00', '00:00', 'Etc/GMT-14'],
    ['+05:45', '2027-03-05T07:00:00.000+05:45', '07:00', 'Asia/Katmandu'],
    ['+09:30', '2027-03-05T07:00:00+09:30', '07:00', 'Australia/Darwin'],
  ])('is in a zone with the constant offset %s, with a note', (offset, start, time, zone) => {
    expect(readDeals({ start })).toMatchObject({
      read: [time, zone, null],
      notes: [zoneNote(offset, zone)],
    });
  });

  it('is found within milliseconds for a fractional offset', () => {
    readDeals({ start: '2027-03-05T07:00:00+05:30' });
    const began = process.cpuUsage();
    for (let times = 0; times < 60; times++)
      expect(readDeals({ start: '2027-03-05T07:00:00+05:30' }).read.slice(0, 2)).toEqual([
        '07:00',
        'Asia/Calcutta',
      ]);
    expect(process.cpuUsage(began).user).toBeLessThan(1.2e6);
  });

  it('is in the zone named by a message of this service', () => {
    expect(readDeals(placed('2027-03-05T09:00:00+09:00', 'Asia/Tokyo'))).toMatchObject({
      read: ['09:00', 'Asia/Tokyo', null],
      notes: [],
    });
  });

  it.each([
    ['is not one', 'Tokyo, Japan'],
    ['has another day then', 'America/Los_Angeles'],
  ])('is not in a place that %s', (_, place) => {
    expect(readDeals(placed('2027-03-05T09:00:00+09:00', place)).read).toEqual(['09:00', 'Etc/GMT-9', null]);
  });

  it('is in the nearest zone with that offset on the release day', () => {
    expect(readDeals({ start: '2027-03-04T15:00:00Z' })).toMatchObject({
      read: ['00:00', 'Etc/GMT-9', null],
      notes: [zoneNote('Z', 'Etc/GMT-9')],
    });
  });

  it.each([
    ['2027-03-07T15:00:00Z'],
    ['2027-03-05T24:00:00'],
    ['2027-03-04T23:00:00'],
    ['2027-02-28T00:00:00+01:00'],
  ])('is omitted with a note if the deal begins at %s on another day', (start) =>
    expect(readDeals({ start })).toMatchObject({ read: [null, 'local', null], notes: [OTHER_DAY] }),
  );

  it('is taken from the first of several deals, with a note', () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    onTestFinished(() => void vi.unstubAllEnvs());
    const deals = ['2027-03-05T10:00:00', '2027-03-05T08:00:00', '2027-03-05T09:00:00'];
    const { read, notes } = readDeals(...deals.map((start) => ({ start })));
    expect([read[0], notes]).toEqual([
      '08:00',
      ['The deals of a release begin at different times. The first is imported.'],
    ]);
  });

  it('is taken from the deal instead of the release date, with a note', () => {
    const release = '<ReleaseDate>2027-03-05T09:00:00</ReleaseDate>';
    const deals = dealFor('R0', { codes: ['Worldwide'], start: '2027-03-05' });
    const { release: read, notes } = readParts({ release, deals }, NOW);
    expect(read.attributes).toMatchObject({ release_date: '2027-03-05', 'release-time': null });
    expect(notes).toEqual(['The time of a release date is omitted. Times come from deals.']);
  });

  it('omits seconds, with a note', () => {
    expect(readDeals({ start: '2027-03-05T08:00:01' })).toMatchObject({
      read: ['08:00', 'local', null],
      notes: ['The seconds of the time at which a deal begins are omitted.'],
    });
  });
});

describe('the pre-orders of a release', () => {
  const more = '<IsPreOrderDeal>true</IsPreOrderDeal>';
  const sale = { start: '2027-03-05' };

  it.each<[string, DealParts]>([
    ['without an end', { start: '2027-02-01' }],
    ['until the last day before the release', { start: '2027-02-01', end: '2027-03-04' }],
    ['until the time of the release', { start: '2027-02-01T00:00:00', end: '2027-03-05T09:00:00' }],
  ])('begin on the day of their deal %s', (_, deal) =>
    expect(readDeals({ ...deal, more }, sale)).toEqual({
      read: [null, 'local', '2027-02-01'],
      notes: [],
      problems: [],
    }),
  );

  it('are read even if they have ended', () => {
    expect(readDeals({ start: '2026-10-01', end: '2026-11-01', more }, sale).read[2]).toBe('2026-10-01');
  });

  it.each<[string, DealParts, string | null, string]>([
    [
      'in other countries are for all of the release',
      { codes: ['US'], start: '2027-02-01' },
      '2027-02-01',
      'Pre-orders are imported for all countries of the release.',
    ],
    [
      'that begin at a time begin on the day',
      { start: '2027-02-01T09:00:00' },
      '2027-02-01',
      'Pre-orders begin at a time. Only the day is imported.',
    ],
    [
      'that end weeks before the release last until then',
      { start: '2027-02-01', end: '2027-02-10' },
      '2027-02-01',
      'Pre-orders end before the release. Their end is omitted.',
    ],
    ['without a start are omitted', { end: '2027-03-04' }, null, 'Pre-orders without a start are omitted.'],
    [
      'that begin with the release are omitted',
      { start: '2027-03-05' },
      null,
      'Pre-orders that do not begin before the release are omitted.',
    ],
  ])('%s, with a note', (_, deal, expected, note) => {
    const { read, notes } = readDeals({ ...deal, more }, sale);
    expect([read[2], notes]).toEqual([expected, [note]]);
  });

  it('are omitted with a note if they take the release down, in any spelling', () => {
    const down = { start: '2027-02-01', more: `${more.replace('true', 'True')}<TakeDown>TRUE</TakeDown>` };
    expect(readDeals(down, sale)).toMatchObject({
      read: [null, 'local', null],
      notes: ['The deal for Worldwide takes the release down and is omitted.'],
    });
  });

  it('begin on the first of several days, with a note', () => {
    const { read, notes } = readDeals({ start: '2027-02-03', more }, { start: '2027-02-01', more }, sale);
    expect([read[2], notes]).toEqual([
      '2027-02-01',
      ['Pre-orders begin on different days. The first is imported.'],
    ]);
  });
});

describe('a release with a nonexistent day or time', () => {
  it.each(['2027-13-05T09:00:00+09:00', '2027-03-05T09:00:00+99:00', '2027-03-05T09:61:00Z'])(
    'is a problem: %s',
    (start) => {
      const place = placed(start, 'Asia/Tokyo');
      for (const deal of [{ start }, place])
        expect(readDeals(deal).problems).toEqual([`release: countries (Release): ${start} is not a date.`]);
    },
  );

  it('has neither time nor pre-orders', () => {
    const more = '<IsPreOrderDeal>true</IsPreOrderDeal>';
    const deals = [
      { codes: ['Worldwide'], start: '2027-02-01', end: '2027-02-02', more },
      { codes: ['Worldwide'], start: '2027-03-05T09:00:00Z' },
    ].map((deal) => dealFor('R0', deal));
    for (const date of ['soon', '2027-02-30']) {
      const release = `<ReleaseDate>${date}</ReleaseDate>`;
      const { attributes } = readParts({ release, deals: deals.join('') }, NOW).release;
      expect(attributes).toMatchObject({
        ...{ release_date: date, 'release-time': null, 'release-time-zone': 'local', 'pre-order-date': null },
      });
    }
  });
});

describe('other content of deals', () => {
  it('gets a note', () => {
    const deals = dealFor('R0', { codes: ['Worldwide'], ...sale() }).replace(
      '</ReleaseDeal>',
      '</ReleaseDeal><ReleaseVisibility/>',
    );
    expect(readDeals(deals.replace('<Deal>', '<Deal><DealReference>D1</DealReference>')).notes).toEqual([
      'Deal/DealReference is omitted.',
      'DealList/ReleaseVisibility is omitted.',
    ]);
  });
  const sale = () => ({ start: '2027-03-05' });
});

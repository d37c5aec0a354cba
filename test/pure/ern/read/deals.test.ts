import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { countryById } from '../../../../shared/reference/reference-names.ts';
import { dealFor, readParts } from '../../../support/catalogue-files/small-message.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
type DealParts = Parameters<typeof dealFor>[1];

function readDeals(...deals: DealParts[]) {
  const read = readParts({ deals: deals.map((deal) => dealFor('R0', deal)).join('') }, NOW);
  const countries = read.release.countries.map((id) => countryById(id)?.['alpha2-code']);
  return { ...read, countries };
}
const germany: DealParts = { codes: ['DE'], start: '2024-03-05' };
const france = (period: Pick<DealParts, 'start' | 'end' | 'more'>): DealParts => ({
  codes: ['FR'],
  ...period,
});

describe('the countries of a release', () => {
  it('are those of all deals in force', () => {
    const read = readDeals(germany, france({ start: '2019-03-05', end: '2030-01-01' }));
    expect([read.countries, read.notes]).toEqual([
      ['DE', 'FR'],
      ['The deal for FR ends on 2030-01-01. Its end is omitted.'],
    ]);
  });

  it.each([
    [
      'ends before it begins',
      { start: '2031-01-01', end: '2030-01-01' },
      'A deal begins on 2031-01-01 and ends on 2030-01-01.',
    ],
    ['has a month that does not exist', { start: '2024-13-01' }, '2024-13-01 is not a date.'],
    [
      'has an hour that does not exist',
      { start: '2024-01-01T25:00:00' },
      '2024-01-01T25:00:00 is not a date.',
    ],
  ])('are a problem if a deal %s', (_, period, sentence) => {
    expect(readDeals(germany, france(period)).problems).toEqual([expect.stringContaining(sentence)]);
  });

  it('allow deals that end after they begin in another UTC offset', () => {
    const period = { start: '2027-05-02T00:00:00+09:00', end: '2027-05-01T18:00:00Z' };
    expect(readDeals(germany, france(period)).problems).toEqual([]);
    const reversed = { start: '2027-05-01T18:00:00-09:00', end: '2027-05-02T01:00:00+09:00' };
    expect(readDeals(germany, france(reversed)).problems).toEqual([
      expect.stringContaining('A deal begins on 2027-05-01T18:00:00-09:00 and ends on'),
    ]);
  });

  it('allow deals that begin on a day of the year they end in', () => {
    expect(readDeals(germany, france({ start: '2027-05-01', end: '2027' })).problems).toEqual([]);
  });

  it('exclude deals for all territories except a non-country', () => {
    const { problems } = readDeals({ codes: ['Worldwide'], excluded: ['US-CA'] });
    expect(problems).toEqual([
      expect.stringContaining('The territory US-CA is not a country of the catalogue.'),
    ]);
    const other = readDeals({ codes: ['Worldwide'], excluded: ['ZZ'] });
    expect([other.problems, other.notes]).toEqual([
      [],
      ['The territory ZZ is not a country of the catalogue.'],
    ]);
  });

  it.each([
    ['has ended', { start: '2019-03-05', end: '2020-01-01' }, 'ended on 2020-01-01'],
    [
      'has ended at a time',
      { start: '2019-03-05T00:00:00', end: '2026-11-26T11:59:59Z' },
      'ended on 2026-11-26',
    ],
    ['ends now', { start: '2019-03-05T00:00:00', end: '2026-11-26T12:00:00Z' }, 'ended on 2026-11-26'],
    ['has ended in a month', { start: '2019-03', end: '2026-10' }, 'ended on 2026-10'],
    ['begins after others', { start: '2027-01-01' }, 'begins on 2027-01-01, after others,'],
    ['takes down', { start: '2020-01-01', more: '<TakeDown>true</TakeDown>' }, 'takes the release down'],
  ])('exclude a deal that %s, with a note', (_, period, reason) => {
    const read = readDeals(france(period), germany);
    expect(read.countries).toEqual(['DE']);
    expect(read.notes).toEqual([`The deal for FR ${reason} and is omitted.`]);
  });

  it.each([
    ['on its last day', { start: '2019-03-05', end: '2026-11-26' }],
    ['before its last second', { start: '2019-03-05T00:00:00', end: '2026-11-26T14:00:00+01:00' }],
    ['in its last year', { start: '2019', end: '2026' }],
    ['on its first day', { start: '2026-11-26' }],
  ])('include a deal %s', (_, period) => {
    expect(readDeals(france(period), germany).countries).toEqual(['FR', 'DE']);
  });

  it('do not depend on the time zone of the machine', () => {
    vi.stubEnv('TZ', 'Pacific/Honolulu');
    onTestFinished(() => void vi.unstubAllEnvs());
    const ended = france({ start: '2019-03-05T00:00:00', end: '2026-11-26T11:59:59' });
    expect(readDeals(ended, germany).countries).toEqual(['DE']);
  });

  it('are those of later deals if the release is not out yet', () => {
    const preOrder = { codes: ['US'], start: '2026-11-01', more: '<IsPreOrderDeal>true</IsPreOrderDeal>' };
    const read = readDeals(preOrder, { codes: ['DE', 'US'], start: '2027-03-05' });
    expect(read.countries).toEqual(['DE', 'US']);
    expect(read.notes).toEqual(['Pre-orders that do not begin before the release are omitted.']);
    expect(readDeals(preOrder).countries).toEqual(['US']);
    expect(readDeals({ codes: ['DE'], start: '2027-03-05' }, france({ start: '2027-03-12' })).notes).toEqual([
      'The deals of an upcoming release begin on different days. All its countries get its release date.',
    ]);
  });

  it('are those of the current period of a deal', () => {
    const second = '<ValidityPeriod><StartDate>2025-01-01</StartDate></ValidityPeriod>';
    expect(readDeals(france({ start: '2019-03-05', end: '2020-01-01', more: second })).countries).toEqual([
      'FR',
    ]);
  });

  it('are all but the excluded ones', () => {
    const { countries } = readDeals({ excluded: ['US'], start: '2024-03-05' });
    expect(countries).not.toContain('US');
    expect(countries.length).toBeGreaterThan(200);
    expect(readDeals({ start: '2024-03-05' }).notes).toEqual([
      'A deal without territories is read as one for all countries.',
    ]);
  });

  it('are all, with a note, without a deal or its terms', () => {
    const none = readParts({ deals: '' });
    expect([none.release.countries, none.notes]).toEqual([
      [],
      ['A release without a deal is imported for all countries.'],
    ]);
    const outOfBand = '<ReleaseDeal><DealReleaseReference>R0</DealReleaseReference><Deal/></ReleaseDeal>';
    expect(readParts({ deals: outOfBand }).notes).toEqual([
      'A release without terms of its deals is imported for all countries.',
    ]);
  });
});

describe('a release without a deal in force', () => {
  const PROBLEM = 'release: countries (Release): No deal of the release permits a country now.';
  it.each([
    [
      'ended',
      [france({ start: '2019-03-05', end: '2020-01-01' })],
      ' The deal for FR ended on 2020-01-01 and is omitted.',
    ],
    [
      'ended before another begins',
      [
        france({ start: '2019-03-05', end: '2020-01-01' }),
        { codes: ['DE', 'AT', 'CH', 'BE', 'NL', 'LU'], start: '2027-01-01' },
      ],
      ' The deal for FR ended on 2020-01-01 and is omitted. The deal for DE, AT, CH, BE, NL and 1 more begins on 2027-01-01, after others, and is omitted.',
    ],
    [
      'took down',
      [{ codes: ['Worldwide'], more: '<TakeDown>true</TakeDown>' }],
      ' The deal for Worldwide takes the release down and is omitted.',
    ],
    [
      'named no country',
      [{ codes: ['AQ'], start: '2024-03-05' }],
      ' The territory AQ is not a country of the catalogue.',
    ],
  ])('is a problem, not a release for all countries, because its deals %s', (_, deals, reason) => {
    expect(readDeals(...deals).problems).toEqual([`${PROBLEM}${reason}`]);
  });

  it('is a problem because its dates are unreadable', () => {
    expect(readDeals({ codes: ['DE'], start: '5 March 2024' }).problems).toEqual([
      'release: countries (Release): 5 March 2024 is not a date.',
    ]);
  });
});

describe('deals for single tracks', () => {
  const trackReleases =
    '<TrackRelease><ReleaseReference>R1</ReleaseReference><ReleaseResourceReference>A1</ReleaseResourceReference></TrackRelease>';
  const notesOf = (codes: string[]) =>
    readParts({ trackReleases, deals: dealFor('R0', germany) + dealFor('R1', { ...germany, codes }) }).notes;
  it("are a note if their countries differ from the release's", () => {
    expect(notesOf(['DE'])).toEqual([]);
    expect(notesOf(['DE', 'AT'])).toEqual([
      'Countries of single tracks are omitted, because a track is available where its release is.',
    ]);
  });
  it('are a note if none is in force', () => {
    const deals =
      dealFor('R0', { codes: ['Worldwide'], start: '2024-03-05' }) +
      dealFor('R1', { codes: ['Worldwide'], start: '2019-01-01', end: '2020-01-01' });
    expect(readParts({ trackReleases, deals }).notes).toEqual([
      'Countries of single tracks are omitted, because a track is available where its release is.',
    ]);
  });
});

describe('a release date', () => {
  it('defaults to the first day of a deal, but not of pre-orders', () => {
    const deals = [
      { codes: ['DE'], start: '2023-12-01', more: '<IsPreOrderDeal>true</IsPreOrderDeal>' },
      { codes: ['DE'], start: '2024-02-02' },
      { codes: ['FR'], start: '2024-01-15T00:00:00' },
    ].map((deal) => dealFor('R0', deal));
    const { release } = readParts({ release: '<ReleaseDate/>', deals: deals.join('') });
    expect(release.attributes['release_date']).toBe('2024-01-15');
  });
});

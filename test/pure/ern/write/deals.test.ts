import { describe, expect, it } from 'vitest';
import { newReleaseMessage } from '../../../../shared/ern/write/new-release-message.ts';
import type { ParcelRelease } from '../../../../shared/ern/write/parcel.ts';
import { parcel, release } from '../../../support/stores/parcel.ts';
import { at, textsAt, xmlTree } from '../../../support/stores/xml-tree.ts';
import { testSettings } from '../../../support/table.ts';

interface Given extends Partial<ParcelRelease> {
  readonly dsp?: string;
  readonly type?: 'delivery' | 'takedown';
}

/** @returns the models of each deal with its period, such as "StartDateTime 2027-03-05T00:00:00". */
function dealsOf({ dsp = '1', type = 'delivery', ...given }: Given) {
  const one = parcel({ type, dsp: { id: dsp, name: 'Alpha' }, release: release(given) });
  const node = xmlTree(newReleaseMessage(one, [], testSettings.packages));
  return at(node, 'DealList', 'ReleaseDeal', 'Deal', 'DealTerms').map((terms) => ({
    models: textsAt(terms, 'CommercialModelType'),
    uses: textsAt(terms, 'UseType'),
    isPreOrder: textsAt(terms, 'IsPreOrderDeal'),
    period: at(terms, 'ValidityPeriod').flatMap(({ children }) =>
      children.map(({ name, text, attributes }) => [name, text, ...Object.values(attributes)].join(' ')),
    ),
  }));
}
const periodsOf = (given: Given) => [...new Set(dealsOf(given).map(({ period }) => period.join(', ')))];
const tokyo = { releaseTime: '09:30', releaseTimeZone: 'Asia/Tokyo' };

describe('a deal begins', () => {
  it.each<[string, Given, string]>([
    ['on the release date, at midnight of each territory', {}, 'StartDateTime 2027-03-05T00:00:00'],
    [
      'at the time by the clock of each territory, without an offset',
      { releaseTime: '18:00' },
      'StartDateTime 2027-03-05T18:00:00',
    ],
    [
      'at the time in its zone, with the offset and the name of the zone',
      tokyo,
      'StartDateTime 2027-03-05T09:30:00+09:00 Asia/Tokyo',
    ],
    [
      'with the offset of the zone in summer',
      { releaseTime: '00:00', releaseTimeZone: 'America/New_York', releaseDate: '2027-07-02' },
      'StartDateTime 2027-07-02T00:00:00-04:00 America/New_York',
    ],
    [
      'with an offset that is not of whole hours',
      { releaseTime: '00:15', releaseTimeZone: 'Asia/Kathmandu' },
      'StartDateTime 2027-03-05T00:15:00+05:45 Asia/Kathmandu',
    ],
    [
      'in UTC where the offset has seconds',
      { releaseTime: '12:00', releaseTimeZone: 'Africa/Monrovia', releaseDate: '1960-01-01' },
      'StartDateTime 1960-01-01T12:44:30Z Africa/Monrovia',
    ],
    [
      'at the first of two moments when clocks are set back',
      { releaseTime: '02:30', releaseTimeZone: 'Europe/Berlin', releaseDate: '2027-10-31' },
      'StartDateTime 2027-10-31T02:30:00+02:00 Europe/Berlin',
    ],
    [
      'after the hour that clocks skip, if the rules of the zone were changed since',
      { releaseTime: '02:30', releaseTimeZone: 'Europe/Berlin', releaseDate: '2027-03-28' },
      'StartDateTime 2027-03-28T03:30:00+02:00 Europe/Berlin',
    ],
  ])('%s', (_, given, period) => expect(periodsOf(given)).toEqual([period]));
});

describe('a pre-order deal', () => {
  const preOrderDate = '2027-02-01';
  it('permits sales from midnight of its day until the regular sale begins', () => {
    expect(dealsOf({ preOrderDate })[0]).toEqual({
      models: ['PayAsYouGoModel'],
      uses: ['PermanentDownload'],
      isPreOrder: ['true'],
      period: ['StartDateTime 2027-02-01T00:00:00', 'EndDateTime 2027-03-05T00:00:00'],
    });
    expect(dealsOf({ preOrderDate }).map(({ isPreOrder }) => isPreOrder)).toEqual([['true'], [], [], []]);
  });
  it('begins at midnight of the zone and ends when sales begin', () => {
    expect(dealsOf({ preOrderDate, ...tokyo })[0]?.period).toEqual([
      'StartDateTime 2027-02-01T00:00:00+09:00 Asia/Tokyo',
      'EndDateTime 2027-03-05T09:30:00+09:00 Asia/Tokyo',
    ]);
    expect(dealsOf({ preOrderDate, releaseTime: '18:00' })[0]?.period).toEqual([
      'StartDateTime 2027-02-01T00:00:00',
      'EndDateTime 2027-03-05T18:00:00',
    ]);
  });
  it('is omitted for a store without sales and in a takedown', () => {
    for (const given of [{ dsp: '16' }, { type: 'takedown' as const }])
      expect(dealsOf({ preOrderDate, ...given }).flatMap(({ isPreOrder }) => isPreOrder)).toEqual([]);
  });
});

describe('a takedown', () => {
  it.each<[string, string, string]>([
    ['has come out by then', '2027-01-15', '2027-01-15T00:30:00.000Z'],
    ['comes out within the hour', '2027-01-16', '2027-01-15T10:00:00.000Z'],
  ])('ends the deals of a release that %s', (_, releaseDate, started) =>
    expect(periodsOf({ ...tokyo, releaseDate, type: 'takedown' })).toEqual([
      `StartDateTime ${started}, EndDateTime 2027-01-15T10:00:00.000Z`,
    ]),
  );
});

describe('an album', () => {
  it('is marked as by several artists only if it is a compilation', () => {
    const flags = (isCompilation: boolean) => {
      const one = parcel({ release: release({ isCompilation }) });
      const node = xmlTree(newReleaseMessage(one, [], testSettings.packages));
      return textsAt(node, 'ReleaseList', 'Release', 'IsMultiArtistCompilation');
    };
    expect([flags(true), flags(false)]).toEqual([['true'], []]);
  });
});

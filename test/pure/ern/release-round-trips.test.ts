/** What messages and spreadsheets say of the time, the pre-orders and the kind of random releases, read again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCsv } from '../../../bin/operator/catalogue/csv/read-csv.ts';
import { csvHeader, csvLinesOf } from '../../../bin/operator/catalogue/csv/write-csv.ts';
import { resolverOf } from '../../../bin/operator/catalogue/masters.ts';
import type { Release } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { LOCAL, releaseTimeProblems } from '../../../shared/catalogue/rules/release-time.ts';
import { readMessage } from '../../../shared/ern/read/read-message.ts';
import { artistsInStores } from '../../../shared/ern/write/artists.ts';
import { newReleaseMessage } from '../../../shared/ern/write/new-release-message.ts';
import type { ParcelRelease } from '../../../shared/ern/write/parcel.ts';
import { writeMessage } from '../../../shared/ern/write-message.ts';
import { checkProperty } from '../../support/check-property.ts';
import { parcel, release, track } from '../../support/stores/parcel.ts';
import { saleDates } from '../../support/stores/parcels.ts';
import { testSettings } from '../../support/table.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const UPC = '850001000314';
const about = { file: 'm.xml', resolve: resolverOf(undefined), now: NOW };

type Dates = Pick<
  ParcelRelease,
  'releaseDate' | 'releaseTime' | 'releaseTimeZone' | 'preOrderDate' | 'isCompilation' | 'language'
>;

const attributesOf = (dates: Dates) => ({
  release_date: dates.releaseDate,
  'release-time': dates.releaseTime,
  'release-time-zone': dates.releaseTimeZone,
  'pre-order-date': dates.preOrderDate,
  'is-compilation': dates.isCompilation,
});

/** Without times that albums cannot have. */
const dates: fc.Arbitrary<Dates> = fc
  .record({ of: saleDates, isCompilation: fc.boolean(), language: fc.constantFrom('de', 'ja', 'cy', null) })
  .map(({ of, ...more }) => ({ ...of, ...more }))
  .filter(({ releaseDate: day, releaseTime: time, releaseTimeZone: zone }) => {
    return releaseTimeProblems({ day, time, zone, hasZone: true, isChanged: () => true }).length === 0;
  });

const always = (check: (of: Dates) => void) =>
  checkProperty(
    fc.property(dates, (of) => {
      check(of);
    }),
    { runs: 40 },
  );

/** The members of an album that are read, of a form or of a file. */
const shown = ({ attributes, artists }: Release) => ({
  ...Object.fromEntries(Object.keys(attributesOf(release())).map((name) => [name, attributes[name]])),
  artists,
});
const written = (of: Dates, artists: Release['artists']) => ({ ...attributesOf(of), artists });

/** A day begins at midnight of each territory, which messages always name. */
const withoutMidnight = (of: Dates): Dates =>
  of.releaseTime === '00:00' && of.releaseTimeZone === LOCAL ? { ...of, releaseTime: null } : of;

it('a message to a store is imported with all its content and no notes about it', () =>
  always((of) => {
    const artists = artistsInStores({ ...of, artists: release().artists }, of.isCompilation);
    const message = newReleaseMessage(
      parcel({ release: release({ ...of, artists, tracks: [track()] }) }),
      [],
      testSettings.packages,
    );
    const { releases, notes } = readMessage(message, about);
    const expected = of.isCompilation ? [] : [{ name: 'Nia Calder', role: '1', order: 1 }];
    expect(releases.map((read) => shown(read.release))).toEqual([written(withoutMidnight(of), expected)]);
    expect(notes.filter(({ note }) => /zone|[Pp]re-order|compilation|time/.test(note))).toEqual([]);
  }));

const formOf = (of: Dates, artists: Release['artists']): Release => ({
  attributes: { 'upc-code': UPC, title: 'Small Hours', 'is-explicit': false, ...attributesOf(of) },
  links: {},
  label: null,
  ...{ countries: [], dsps: [], artists, identifiers: [], shared: [] },
  tracks: [
    {
      attributes: { title: 'One', 'is-explicit': false },
      links: {},
      ...{ disc: 1, order: 1, artists: [], direct: [], credits: [], masters: [] },
    },
  ],
});

it('an exported message and spreadsheet are imported completely, with compilation artists', () =>
  always((of) => {
    const artists = [{ name: 'Ada Quist', role: '1', order: 1 }];
    const form = formOf(of, artists);
    const sender = { partyId: 'PADPIDA2026112101', name: 'Blue Room' };
    const fromMessage = readMessage(writeMessage(form, { sender, at: NOW }), about);
    const fromTable = readCsv(`${csvHeader()}${csvLinesOf(form)}`, about);
    const plain = (all: typeof fromTable) => all.releases.map((read) => shown(read.release));
    expect(plain(fromMessage)).toEqual([written(of, artists)]);
    const known = Object.entries(attributesOf(of)).filter(([, value]) => value !== null);
    expect(plain(fromTable)).toEqual([{ ...Object.fromEntries(known), artists }].map(withMissing));
  }));

/** Cells that are empty are not read. */
const withMissing = (read: object) => ({ ...shown({ attributes: {}, artists: [] } as never), ...read });

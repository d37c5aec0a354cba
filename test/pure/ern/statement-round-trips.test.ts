/** What messages and spreadsheets say of the use of AI, of compositions and of artists, read again. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCsv } from '../../../bin/operator/catalogue/csv/read-csv.ts';
import { csvHeader, csvLinesOf } from '../../../bin/operator/catalogue/csv/write-csv.ts';
import { resolverOf } from '../../../bin/operator/catalogue/masters.ts';
import type { Release } from '../../../shared/catalogue/back-catalogue/release-form.ts';
import { aiUses } from '../../../shared/catalogue/rules/ai-usage.ts';
import { readIswc } from '../../../shared/catalogue/rules/iswc.ts';
import { readMessage } from '../../../shared/ern/read/read-message.ts';
import { newReleaseMessage } from '../../../shared/ern/write/new-release-message.ts';
import { writeMessage } from '../../../shared/ern/write-message.ts';
import { checkProperty } from '../../support/check-property.ts';
import { artist, parcel, release, track } from '../../support/stores/parcel.ts';
import { testSettings } from '../../support/table.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const about = { file: 'm.xml', resolve: resolverOf(undefined), now: NOW };
const settings = { ...testSettings.packages, messageVersions: { '1': '4.3.2' as const } };

const optional = <T>(one: fc.Arbitrary<T>) => fc.option(one, { nil: null });
const facts = fc.record({
  aiUsage: optional(fc.subarray([...aiUses])),
  artworkAiUsage: optional(fc.boolean()),
  iswc: optional(fc.constantFrom('T-034.524.680-1', 'T0345246801')),
  isni: optional(fc.constantFrom('0000 0001 2103 2683', 'https://isni.org/isni/000000012146438X')),
  ipi: optional(fc.constantFrom('00077406269', '000.141.073.38')),
});
type Facts = typeof facts extends fc.Arbitrary<infer T> ? T : never;

const always = (check: (of: Facts) => void) =>
  checkProperty(
    fc.property(facts, (of) => {
      check(of);
    }),
    { runs: 40 },
  );

const identifiersOf = ({ isni, ipi }: { isni: string | null; ipi: string | null }) =>
  isni === null && ipi === null ? [] : [{ name: 'Ada Quist', isni, ipi }];
const formOf = (of: Facts): Release => ({
  attributes: { 'upc-code': '850001000314', title: 'Small Hours', 'artwork-ai-usage': of.artworkAiUsage },
  links: {},
  label: null,
  ...{ countries: [], dsps: [], shared: [], identifiers: identifiersOf(of) },
  artists: [{ name: 'Ada Quist', role: '1', order: 1 }],
  tracks: [
    {
      attributes: { title: 'One', 'ai-usage': of.aiUsage, 'iswc-code': of.iswc },
      links: {},
      ...{ disc: 1, order: 1, artists: [], direct: [], credits: [], masters: [] },
    },
  ],
});

/** Null and a missing value are the same. */
const shown = ({ attributes, tracks, identifiers }: Release) => ({
  artwork: attributes['artwork-ai-usage'] ?? null,
  tracks: tracks.map((each) => [each.attributes['ai-usage'] ?? null, each.attributes['iswc-code'] ?? null]),
  identifiers,
});

it('an ERN 4.3.2 message to a store is imported completely without notes', () =>
  always((of) => {
    const message = newReleaseMessage(
      parcel({
        release: release({
          artworkAiUsage: of.artworkAiUsage,
          tracks: [track({ ...of, artists: [artist('Ada Quist', { isni: of.isni, ipi: of.ipi })] })],
        }),
      }),
      [],
      settings,
    );
    const { releases, notes } = readMessage(message, about);
    const [read] = releases.map((each) => shown(each.release));
    const { isni, ipi } = of;
    const bare = (code: string | null) => code?.replaceAll(/https:\/\/isni\.org\/isni\/|[ .]/g, '') ?? null;
    expect(read).toEqual({
      artwork: of.artworkAiUsage,
      tracks: [[of.aiUsage, of.iswc && readIswc(of.iswc)]],
      identifiers: identifiersOf({ isni: bare(isni), ipi: bare(ipi) }),
    });
    expect(notes.filter(({ note }) => /AI|ISWC|ISNI|IPI|WorkId|intelligence/.test(note))).toEqual([]);
  }));

it('the import of an exported message or spreadsheet gives the exported releases', () =>
  always((of) => {
    const form = formOf(of);
    const sender = { partyId: 'PADPIDA2026112101', name: 'Blue Room' };
    const message = writeMessage(form, { sender, at: NOW });
    const isStated = of.aiUsage !== null || of.artworkAiUsage !== null;
    expect(message).toContain(`http://ddex.net/xml/ern/${isStated ? '432' : '43'}"`);
    const read = [readMessage(message, about), readCsv(`${csvHeader()}${csvLinesOf(form)}`, about)];
    for (const { releases } of read)
      expect(releases.map((each) => shown(each.release))).toEqual([shown(form)]);
  }));

const sheetWith = (isni: string) =>
  readCsv(`upc,album-title,track,title,isni\n850001000314,One,1,Two,${isni}`, about);

it('a spreadsheet with thousands of codes is read in a second, and conflicting codes are rejected', () => {
  const began = process.cpuUsage();
  const many = Array.from({ length: 30_000 }, (_, index) => `0000: Name ${index}`);
  expect(sheetWith(many.join(';')).problems).toEqual([]);
  const again = ['0001: Name 9', '0001: Name 8'];
  expect(sheetWith([...many, ...again].join(';')).problems).toEqual(['m.xml:2: isni: Name 8 has two codes.']);
  expect(process.cpuUsage(began).user).toBeLessThan(1.5e6);
});

it('a spreadsheet with a code without a name is rejected', () => {
  const text = 'upc,album-title,track,title,isni\n850001000314,One,1,Two,0000 0001 2103 2683';
  expect(readCsv(text, about).problems).toEqual([
    'm.xml:2: isni: 0000 0001 2103 2683 is not a code, a colon and a name.',
  ]);
});

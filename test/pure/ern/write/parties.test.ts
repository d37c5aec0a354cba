/** The parties of messages: artists, contributors and labels, with their codes. */
import { describe, expect, it } from 'vitest';
import { newReleaseMessage } from '../../../../shared/ern/write/new-release-message.ts';
import type { Parcel } from '../../../../shared/ern/write/parcel.ts';
import { Parties } from '../../../../shared/ern/write/parties.ts';
import { transferred } from '../../../support/stores/package-files.ts';
import { artist, parcel, release, track } from '../../../support/stores/parcel.ts';
import { at, textsAt, xmlTree } from '../../../support/stores/xml-tree.ts';
import { testSettings } from '../../../support/table.ts';

const message = (one: Parcel) => xmlTree(newReleaseMessage(one, transferred(one), testSettings.packages));

it('thousands of parties are listed in a second, each once', () => {
  const parties = new Parties();
  const began = process.cpuUsage();
  const names = Array.from({ length: 30_000 }, (_, index) => `Name ${index}`);
  const references = [...names, ...names].map((name) => parties.referenceOf({ name }));
  expect(process.cpuUsage(began).user).toBeLessThan(1e6);
  expect(new Set(references).size).toBe(30_000);
  expect(parties.list()['Party']).toHaveLength(30_000);
});

it('two artists with the same name are two parties, and a credit means the first', () => {
  const parties = new Parties();
  const [first, second, credit] = [{ id: '1' }, { id: '2' }, {}].map((more) =>
    parties.referenceOf({ name: 'Ada Quist', ...more }),
  );
  expect([first, second, credit]).toEqual(['P1', 'P2', 'P1']);
});

describe('a party', () => {
  const partiesOf = (...tracks: ReturnType<typeof track>[]) =>
    at(
      message(parcel({ release: release({ artists: [], label: 'Blue Room', tracks }) })),
      'PartyList',
      'Party',
    ).map((party) => [
      ...textsAt(party, 'PartyName', 'FullName'),
      ...textsAt(party, 'PartyId', 'ISNI'),
      ...textsAt(party, 'PartyId', 'IpiNameNumber'),
    ]);
  const coded = artist('Ada', { isni: 'https://isni.org/isni/0000000121032683', ipi: '00.077.406.269' });

  it('has the normalized codes of its artist, even if a credit names it first', () => {
    const [first, second] = [
      track({ artists: [artist('Leo')], credits: [{ name: 'Ada', role: 'double_bass' }] }),
      track({ order: 2, artists: [coded] }),
    ];
    expect(partiesOf(first, second)).toEqual([
      ['Leo'],
      ['Ada', '0000000121032683', '00077406269'],
      ['Blue Room'],
    ]);
  });

  it('is separate for another artist of the name, without wrong codes', () => {
    const other = artist('Ada', { id: 'other', isni: '0000000000000002' });
    expect(partiesOf(track({ artists: [coded, other] }))).toEqual([
      ['Ada', '0000000121032683', '00077406269'],
      ['Ada'],
      ['Blue Room'],
    ]);
  });
});

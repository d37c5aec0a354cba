/** Reads the codes of works and of artists. Those of other senders may be wrong, and are then omitted. */
import {
  type ArtistIdentifiers,
  artistNamesOf,
  type Release,
} from '../../catalogue/back-catalogue/release-form.ts';
import { readIswc } from '../../catalogue/rules/iswc.ts';
import { readIpi, readIsni } from '../../catalogue/rules/party-codes.ts';
import { comparable } from '../../kit/values/comparable.ts';
import { at, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import { isTrue } from './choice.ts';
import { namesOf } from './read-credits.ts';

type Noting = (sentence: string) => void;

/** @param node a sound recording or video. */
export function iswcOf(node: XmlNode, note: Noting): string | undefined {
  const ids = at(node, 'WorkId').filter(({ attributes }) => !isTrue(attributes['IsReplaced']));
  return oneOf({ name: 'ISWC', codes: ids.flatMap((id) => textsAt(id, 'ISWC')) }, readIswc, note);
}

/** @param name such as "ISNI of Ada Quist". @returns the first valid code. */
function oneOf(
  { name, codes }: { readonly name: string; readonly codes: readonly string[] },
  read: (code: string) => string | undefined,
  note: Noting,
): string | undefined {
  const valid = codes.flatMap((code) => {
    const form = read(code);
    if (form === undefined) note(`The ${name}, ${code}, is not valid and is omitted.`);
    return form ?? [];
  });
  const [first, ...others] = new Set(valid);
  if (others.length > 0) note(`The ${name} has several values, and the first is imported.`);
  return first;
}

/** Parties with codes, by each of their names in comparable form. */
export type CodedParties = ReadonlyMap<string, readonly XmlNode[]>;

export function codedParties(parties: readonly XmlNode[]): CodedParties {
  const coded = parties.filter((party) => CODES.some((code) => at(party, 'PartyId', code).length > 0));
  const named = coded.flatMap((party) => namesOf(party).map((name) => ({ name: comparable(name), party })));
  return new Map(
    Array.from(
      Map.groupBy(named, ({ name }) => name),
      ([name, all]) => [name, all.map(({ party }) => party)] as const,
    ),
  );
}

/** Elements of a PartyId that are read. */
const CODES = ['ISNI', 'IpiNameNumber'] as const;

/** @returns the codes of the artists of a release and its tracks. */
export function identifiersOf(
  release: Pick<Release, 'artists' | 'tracks'>,
  coded: CodedParties,
  note: Noting,
): ArtistIdentifiers[] {
  const names = new Map(artistNamesOf(release).map((name) => [comparable(name), name]));
  return [...names].flatMap(([form, name]) => {
    const ids = (coded.get(form) ?? []).flatMap((party) => at(party, 'PartyId'));
    const isni = oneOf(
      { name: `ISNI of ${name}`, codes: ids.flatMap((id) => textsAt(id, 'ISNI')) },
      readIsni,
      note,
    );
    const ipis = ids.flatMap((id) => textsAt(id, 'IpiNameNumber'));
    const ipi = oneOf({ name: `IPI of ${name}`, codes: ipis }, readIpi, note);
    return isni === undefined && ipi === undefined ? [] : [{ name, isni: isni ?? null, ipi: ipi ?? null }];
  });
}

/** Notes codes of parties that are artists of no release, such as labels and people who are credited. */
export function noteOtherCodes(releases: readonly Release[], coded: CodedParties, note: Noting): void {
  const names = new Set(releases.flatMap(artistNamesOf).map(comparable));
  const used = new Set([...names].flatMap((name) => coded.get(name) ?? []));
  if ([...coded.values()].flat().some((party) => !used.has(party)))
    note('The ISNI and IPI of parties that are not artists are omitted.');
}

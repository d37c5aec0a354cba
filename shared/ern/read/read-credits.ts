/** Reads the display artists and contributors of releases and recordings. */

import type { ReleaseArtist, ReleaseCredit } from '../../catalogue/back-catalogue/release-form.ts';
import { required } from '../../kit/values/required.ts';
import { variousArtistsIn } from '../../reference/data/various-artists.ts';
import { artistRoleOf, creditRoleOf } from '../../reference/reference-names.ts';
import { instrumentTerms, roleTerms } from '../write/contributor-terms.ts';
import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import type { Choice } from './choice.ts';
import { isGenerativeAi } from './read-ai-usage.ts';

export interface Credits {
  readonly artists: ReleaseArtist[];
  readonly credits: ReleaseCredit[];
}

/** @returns the name of the party with a reference. */
export type NameOfParty = (reference: string) => string | undefined;

export interface ReadingCredits {
  readonly partyNamed: NameOfParty;
  readonly choice: Choice;
}

const displayRoles: ReadonlyMap<string, string> = new Map([
  ['MainArtist', 'main_artist'],
  ['Artist', 'main_artist'],
  ['FeaturedArtist', 'featuring'],
]);

/** Terms of older lists and other senders. */
const otherTerms: ReadonlyMap<string, readonly string[]> = new Map([
  ['MainArtist', ['main_artist']],
  ['FeaturedArtist', ['featuring']],
  ['Producer', ['producer']],
  ['ComposerLyricist', ['composer', 'lyricist']],
  ['SongWriter', ['composer', 'lyricist']],
  ['Author', ['lyricist']],
  ['AssociatedPerformer', ['performer']],
  ['Mixer', ['mixing_engineer']],
  ['Vocalist', ['lead_vocalist']],
  ['Musician', ['performer']],
]);

const byTerm = (terms: ReadonlyMap<string, string>): ReadonlyMap<string, string> =>
  new Map(Array.from(terms, ([key, term]) => [term, key]));
const roles = byTerm(roleTerms);
const instruments = byTerm(instrumentTerms);

const MAIN_ARTIST = required(artistRoleOf('main_artist')?.id, 'There is no role of main artists.');

/** @returns the display artists, in their order. */
export function displayArtistsOf(node: XmlNode, reading: ReadingCredits): ReleaseArtist[] {
  const elements = at(node, 'DisplayArtist');
  const read = elements.flatMap((element, index): ReleaseArtist[] => {
    const name = nameOf(element, 'ArtistPartyReference', reading);
    if (name === undefined) return [];
    const role = textAt(element, 'DisplayArtistRole') ?? 'MainArtist';
    const key = displayRoles.get(role) ?? roles.get(role);
    const artistRole = key === undefined ? undefined : artistRoleOf(key);
    if (!artistRole) reading.choice.note(`The display artist role ${role} is read as a main artist.`);
    return [{ name, role: artistRole?.id ?? MAIN_ARTIST, order: orderOf(element, index) }];
  });
  if (read.length > 0) return distinct(read, ({ role, name }) => `${role} ${name.toLowerCase()}`);
  const text = reading.choice.one(at(node, 'DisplayArtistName'))?.text;
  return text ? [{ name: text, role: MAIN_ARTIST, order: 1 }] : [];
}

/** @returns the artists and the credits of a recording, each once. */
export function creditsOf(node: XmlNode, reading: ReadingCredits): Credits {
  const artists = displayArtistsOf(node, reading);
  const credits: ReleaseCredit[] = [];
  for (const [index, element] of at(node, 'Contributor').entries()) {
    if (isGenerativeAi(element)) continue;
    const name = nameOf(element, 'ContributorPartyReference', reading);
    if (name === undefined) continue;
    for (const key of rolesOf(element, reading)) {
      const artistRole = artistRoleOf(key);
      if (artistRole) artists.push({ name, role: artistRole.id, order: orderOf(element, index) });
      else credits.push({ role: key, name, position: null, artist: null });
    }
  }
  return {
    artists: distinct(artists, ({ role, name }) => `${role} ${name.toLowerCase()}`),
    credits: distinct(credits, ({ role, name }) => `${role} ${name.toLowerCase()}`),
  };
}

/** @returns keys of artist roles and credit roles. */
function rolesOf(element: XmlNode, { choice: { note } }: ReadingCredits): string[] {
  // ERN 4.3.2 has them within the role.
  const types = [...at(element, 'InstrumentType'), ...at(element, 'Role', 'InstrumentType')];
  const ofInstruments = types.flatMap((type) => {
    const key = instruments.get(type.text) ?? creditRoleOf(ownTerm(type))?.key;
    if (key === undefined) note(`The instrument ${ownTerm(type)} is not among the credit roles.`);
    return key ?? [];
  });
  const elements = at(element, 'Role').flatMap((role) => at(role, 'Value')[0] ?? role);
  const all = elements.flatMap((role) => {
    if (ofInstruments.length > 0 && role.text === 'Musician') return [];
    const key = roles.get(role.text) ?? creditRoleOf(ownTerm(role))?.key;
    const keys = key === undefined ? (otherTerms.get(role.text) ?? []) : [key];
    if (keys.length === 0) note(`The role ${ownTerm(role)} is not among the roles of artists and credits.`);
    return keys;
  });
  if (all.length + ofInstruments.length === 0 && at(element, 'Role').length === 0)
    note('A contributor without a role is omitted.');
  return [...all, ...ofInstruments].filter((key) => {
    const isTaken = artistRoleOf(key) || creditRoleOf(key)?.['is-listed'];
    if (!isTaken) note(`The role ${creditRoleOf(key)?.name ?? key} is no longer used, and is omitted.`);
    return isTaken;
  });
}

/** The term of an allowed value set, or that of the sender. */
export const ownTerm = ({ text, attributes }: XmlNode): string =>
  text === 'UserDefined' ? (attributes['UserDefinedValue'] ?? text) : text;

function nameOf(
  element: XmlNode,
  reference: string,
  { partyNamed, choice }: ReadingCredits,
): string | undefined {
  const [special] = SPECIAL.flatMap((each) => at(element, each));
  if (special?.name === 'SpecialDisplayArtist' && special.text === 'VariousArtists')
    return variousArtistsIn(null);
  if (special) {
    choice.note(`${element.name} ${ownTerm(special)} is omitted, because it is not a party.`);
    return undefined;
  }
  const [party] = textsAt(element, reference);
  const name = party === undefined ? undefined : partyNamed(party);
  if (name === undefined) choice.note(`The party ${party ?? 'of a contributor'} has no name and is omitted.`);
  return name;
}

/** Elements of ERN 4.3.2 that a display artist or contributor has instead of a party. */
const SPECIAL = ['SpecialDisplayArtist', 'SpecialContributor'] as const;

const orderOf = ({ attributes }: XmlNode, index: number): number => {
  const sent = Number(attributes['SequenceNumber']);
  return Number.isSafeInteger(sent) && sent > 0 ? sent : index + 1;
};

const distinct = <T>(items: readonly T[], keyOf: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [keyOf(item), item])).values()].toReversed();

/** @param parties of the message, by reference. @param choice decides among the names of a party. */
export function partyNames(
  parties: ReadonlyMap<string | undefined, readonly XmlNode[]>,
  choice: Choice,
): NameOfParty {
  const names = new Map<string, string | undefined>();
  const read = (reference: string): string | undefined => {
    const all = (parties.get(reference) ?? []).map((party) => nameIn(party, choice));
    const [name, ...others] = all.filter((each) => each !== '');
    if (others.length > 0)
      choice.note(`Several parties have the reference ${reference}. The first is imported.`);
    names.set(reference, name);
    return name;
  };
  return (reference) => (names.has(reference) ? names.get(reference) : read(reference));
}

const nameIn = (party: XmlNode, choice: Choice): string => nameAt(choice.one(at(party, 'PartyName')));

/** @returns all names of a party. */
export const namesOf = (party: XmlNode): string[] => at(party, 'PartyName').map(nameAt);

function nameAt(names: XmlNode | undefined): string {
  const parts = ['NamesBeforeKeyName', 'KeyName', 'NamesAfterKeyName'].flatMap(
    (part) => textAt(names, part) ?? [],
  );
  return textAt(names, 'FullName') ?? parts.join(' ');
}

/**
 * Rules for messages that the schema of ERN 4.3 cannot check: those of DDEX's release profiles and of its pages for
 * implementers. docs/packages.md names them.
 */
import { isGenreOf } from '../../../shared/reference/data/genres.ts';
import { structureFaults } from './ern-structure.ts';
import { allNodes, at, textsAt, type XmlNode } from './xml-tree.ts';

const RECORDINGS = ['SoundRecording', 'Video'] as const;
const recordingsIn = (message: XmlNode) => RECORDINGS.flatMap((kind) => at(message, 'ResourceList', kind));
const trackReleasesIn = (message: XmlNode) => at(message, 'ReleaseList', 'TrackRelease');
const dealTermsIn = (message: XmlNode) => at(message, 'DealList', 'ReleaseDeal', 'Deal', 'DealTerms');
const named = (message: XmlNode, ...names: readonly string[]) =>
  allNodes(message).filter(({ name }) => names.includes(name));
const textIn = (node: XmlNode, ...path: readonly string[]) => textsAt(node, ...path)[0];

/** @returns those that are there more than once. */
const repeated = (texts: readonly string[]): readonly string[] =>
  texts.filter((text, index) => texts.indexOf(text) !== index);

const contentOf = ({ attributes, text, children }: XmlNode): string =>
  JSON.stringify([attributes, children.length > 0 ? children.map(contentOf) : text]);

const DISPLAY_ROLES = ['Artist', 'Brand', 'Composer', 'FeaturedArtist', 'MainArtist', 'UserDefined'];

type Rule = (message: XmlNode) => readonly string[];

/** Each returns what breaks it. */
export const ernRules = {
  'a party is one contributor to a recording, with each of its roles once': (message) =>
    recordingsIn(message).flatMap((recording) => {
      const contributors = at(recording, 'Contributor');
      const parties = contributors.map(
        (one) => textIn(one, 'ContributorPartyReference') ?? textIn(one, 'SpecialContributor') ?? '',
      );
      const roles = contributors.flatMap((one) =>
        ['Role', 'InstrumentType'].flatMap((name) => repeated(at(one, name).map(contentOf))),
      );
      return [...repeated(parties), ...roles];
    }),
  'a track release has no secondary resources': (message) =>
    trackReleasesIn(message).flatMap((one) => textsAt(one, 'LinkedReleaseResourceReference')),
  'a track release does not repeat the titles of its recording': (message) =>
    trackReleasesIn(message).flatMap((one) =>
      ['DisplayTitleText', 'DisplayTitle'].flatMap((name) => at(one, name).map(contentOf)),
    ),
  'each recording has one track release': (message) => {
    const released = trackReleasesIn(message).flatMap((one) => textsAt(one, 'ReleaseResourceReference'));
    const recordings = recordingsIn(message).flatMap((one) => textsAt(one, 'ResourceReference'));
    return isSame(released.toSorted(), recordings.toSorted()) ? [] : [released.join(), recordings.join()];
  },
  'a recording in another language than the message says so': (message) => {
    const own = message.attributes[LANGUAGE];
    return recordingsIn(message).flatMap((one) => {
      const performed = textIn(one, 'LanguageOfPerformance');
      const expected = performed === own ? undefined : performed;
      return one.attributes[LANGUAGE] === expected ? [] : [`${one.attributes[LANGUAGE]} ${performed}`];
    });
  },
  'a namespace is a party id without a prefix': (message) =>
    allNodes(message).flatMap(({ attributes }) => {
      const namespace = attributes['Namespace'];
      return namespace === undefined || /^PADPIDA[0-9A-Z]+$/.test(namespace) ? [] : [namespace];
    }),
  'a user-defined value has a namespace': (message) =>
    allNodes(message)
      .filter(({ text, attributes }) => text === 'UserDefined' || attributes['UserDefinedValue'])
      .filter(({ text, attributes }) => text !== 'UserDefined' || !attributes['Namespace'])
      .map(contentOf),
  'a deal begins and ends at a time': (message) =>
    named(message, 'ValidityPeriod').flatMap((period) =>
      [...textsAt(period, 'StartDate'), ...textsAt(period, 'EndDate')].concat(
        at(period, 'StartDateTime').length === 1 ? [] : ['no StartDateTime'],
      ),
    ),
  'a deal is worldwide or for countries, each once': (message) =>
    dealTermsIn(message).flatMap((terms) => {
      const codes = textsAt(terms, 'TerritoryCode');
      const isWhole = isSame(codes, ['Worldwide']);
      const others = codes.filter((code) => !/^[A-Z]{2}$/.test(code));
      return [...(isWhole || codes.length === 0 ? [] : others), ...repeated(codes)];
    }),
  'a line of rights has its sign once, and a year': (message) =>
    named(message, 'PLine', 'CLine').flatMap((line) => {
      const text = textIn(line, `${line.name}Text`) ?? '';
      const sign = line.name === 'PLine' ? '(P) ' : '(C) ';
      const isDoubled = /^(?:\([pc]\)|[℗©])/i.test(text.slice(sign.length).trim());
      const isDated = /^\d{4}$/.test(textIn(line, 'Year') ?? '');
      return text.startsWith(sign) && !isDoubled && isDated ? [] : [contentOf(line)];
    }),
  'a genre that belongs to the one before it is its subgenre': (message) =>
    ['Release', 'TrackRelease']
      .flatMap((name) => at(message, 'ReleaseList', name))
      .map((one) => [...at(one, 'Genre'), ...at(one, 'DisplayGenre')])
      .flatMap((genres) => {
        const [first, second] = genres.map((genre) => textIn(genre, 'GenreText') ?? '');
        const isBeside = first !== undefined && second !== undefined && isGenreOf(second, first);
        const others = genres.filter((genre) => {
          const subgenre = textIn(genre, 'SubGenre');
          return subgenre !== undefined && !isGenreOf(subgenre, textIn(genre, 'GenreText') ?? '');
        });
        return [...(isBeside ? [second] : []), ...others.map(contentOf)];
      }),
  'the role of a display artist is an allowed value': (message) =>
    named(message, 'DisplayArtistRole')
      .map(({ text }) => text)
      .filter((role) => !DISPLAY_ROLES.includes(role)),
  'display artists and contributors are numbered from 1': (message) =>
    [...recordingsIn(message), ...at(message, 'ReleaseList', 'Release')].flatMap((one) =>
      ['DisplayArtist', 'Contributor'].flatMap((name) => {
        const numbers = at(one, name).map(({ attributes }) => attributes['SequenceNumber'] ?? '');
        return isSame(
          numbers,
          numbers.map((_, index) => String(index + 1)),
        )
          ? []
          : [numbers.join()];
      }),
    ),
  'the front cover is linked from the release': (message) => {
    const covers = at(message, 'ResourceList', 'Image').flatMap((one) => textsAt(one, 'ResourceReference'));
    const [release] = at(message, 'ReleaseList', 'Release');
    const linked = release ? textsAt(release, 'ResourceGroup', 'LinkedReleaseResourceReference') : [];
    return isSame(covers, linked) ? [] : [linked.join()];
  },
  'secondary resources have an id of the sender': (message) =>
    ['Image', 'Text']
      .flatMap((kind) => at(message, 'ResourceList', kind))
      .filter((one) => textsAt(one, 'ResourceId', 'ProprietaryId').length !== 1)
      .map(contentOf),
} satisfies Readonly<Record<string, Rule>>;

const LANGUAGE = 'LanguageAndScriptCode';

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.join('\n') === others.join('\n');

/** @returns what is wrong with a message; nothing if all is as it must be. */
export const messageFaults = (message: XmlNode): readonly string[] => [
  ...structureFaults(message),
  ...Object.entries(ernRules).flatMap(([rule, broken]) => broken(message).map((what) => `${rule}: ${what}`)),
];

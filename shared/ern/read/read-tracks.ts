/** Reads the tracks of a release from its sound recordings and videos. */

import { NO_LENGTH } from '../../catalogue/back-catalogue/reading/omitted-values.ts';
import { versionFields } from '../../catalogue/back-catalogue/reading/version-fields.ts';
import type { ReleaseTrack } from '../../catalogue/back-catalogue/release-form.ts';
import { languageOf } from '../../reference/reference-names.ts';
import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import type { Choice } from './choice.ts';
import { lyricsOf } from './lyrics/read-lyrics.ts';
import type { Faults, Message } from './message.ts';
import { aiUsageOf } from './read-ai-usage.ts';
import type { Content } from './read-contents.ts';
import { creditsOf, type ReadingCredits } from './read-credits.ts';
import { type Editions, editionsOf, filesOf, isrcOf, type MasterFile, previewOf } from './read-editions.ts';
import type { Genres } from './read-genres.ts';
import { iswcOf } from './read-identifiers.ts';
import { titlesOf } from './read-titles.ts';
import { type Rights, rightsOf } from './rights.ts';
import { durationOf } from './texts.ts';

/** What tracks have from their release if they do not say it themselves. */
export interface Defaults {
  readonly rights: Rights | undefined;
  readonly genres: Readonly<Record<string, string>>;
  /** An ISO 639-1 code. */
  readonly language: string | undefined;
}

interface Context extends ReadingCredits {
  readonly message: Message;
  readonly faults: Faults;
  readonly defaults: Defaults;
  readonly names: Genres;
}

export function trackOf(
  { reference, disc, order, linked }: Content,
  index: number,
  { message, faults, defaults, names, partyNamed, choice }: Context,
): ReleaseTrack {
  const node = message.resources.get(reference) ?? EMPTY;
  const isVideo = node.name === 'Video';
  faults.addTrack(index, node, `track ${order} on disc ${disc}`);
  const report = (field: string, sentence: string) => faults.report(sentence, { field, track: index });
  const { title, version, translationsWith } = titlesOf(node, { choice, language: defaults.language });
  const versionOfTrack = versionFields(version);
  const editions = editionsOf(node, choice.note);
  const { masters, ...audio } = filesFields(editions, isVideo, { message, choice, report });
  const trackRelease = message.trackReleases.get(reference) ?? EMPTY;
  const ofTrackRelease = textsAt(trackRelease, 'LinkedReleaseResourceReference');
  const lines = [...editions.main, editions.immersive].flatMap((each) => choice.inOrder(at(each, 'PLine')));
  return {
    attributes: {
      title,
      'title-translations': translationsWith(version),
      'is-explicit': isExplicit(node, choice),
      ...rightsFields(rightsOf(lines, choice.note, defaults.rights?.year) ?? defaults.rights),
      'isrc-code': isrcOf(editions, choice.note),
      'iswc-code': iswcOf(node, choice.note),
      length: lengthOf(node, choice.note, (sentence) => report('length', sentence)),
      'preview-start': previewOf(editions, choice.note),
      ...audio,
      ...lyricsOf([...linked, ...ofTrackRelease], message),
      'is-video': isVideo,
      'ai-usage': aiUsageOf(node, choice.note),
      ...versionOfTrack.attributes,
    },
    links: {
      ...(genresOf(trackRelease, { names, choice }) ?? defaults.genres),
      ...languageLink(textsAt(node, 'LanguageOfPerformance'), defaults.language, choice.note),
      ...versionOfTrack.links,
    },
    disc,
    order,
    direct: [],
    ...creditsOf(node, { partyNamed, choice }),
    masters,
  };
}

interface ReadingFiles {
  readonly message: Message;
  readonly choice: Choice;
  readonly report: (field: string, sentence: string) => void;
}

function filesFields(editions: Editions, isVideo: boolean, { message, choice, report }: ReadingFiles) {
  const files = filesOf(editions, choice);
  const url = (file: MasterFile | undefined, field: string) =>
    file && message.addressOf(file.uri, (fault) => report(field, fault));
  const type = isVideo ? 'video' : 'dolby_atmos';
  const master = url(isVideo ? files.main : files.immersive, 'masters');
  return {
    'full-audiofile-url': isVideo ? undefined : url(files.main, 'full-audiofile-url'),
    ...(!isVideo && files.main?.md5 !== undefined && { md5: files.main.md5 }),
    masters: master === undefined ? [] : [{ type, url: master } as const],
  };
}

const EMPTY: XmlNode = { name: '', attributes: {}, children: [], text: '', line: 0 };

export const rightsFields = (rights: Rights | undefined) =>
  rights ? { 'rights-owner-year': rights.year, 'rights-owner-name': rights.name } : {};

/** @returns whether a warning that applies to a country of the release is `Explicit`. */
export function isExplicit(node: XmlNode, choice: Choice): boolean {
  const all = at(node, 'ParentalWarningType');
  const types = new Set(choice.applicable(all).map(({ text }) => text));
  const isExplicit = types.has('Explicit');
  if (new Set(all.map(({ text }) => text)).size > 1)
    choice.note(
      `ParentalWarningType has several values, and ${isExplicit ? 'Explicit' : 'one that is not Explicit'} is imported.`,
    );
  if (types.size === 0 || [...types].every((type) => UNKNOWN.has(type)))
    choice.note('Releases and tracks without a parental warning are imported as not explicit.');
  return isExplicit;
}

const UNKNOWN: ReadonlySet<string> = new Set(['', 'Unknown', 'NoAdviceAvailable']);

/** @returns the first two known genres, or undefined if there are none. */
export function genresOf(
  node: XmlNode,
  { names, choice }: { names: Genres; choice: Choice },
): Readonly<Record<string, string>> | undefined {
  // ERN 4.3.2 has another name.
  const genres = choice.together([...at(node, 'Genre'), ...at(node, 'DisplayGenre')]);
  const [only, ...further] = genres;
  const ids =
    only && further.length === 0 ? names.idsOf(only) : genres.flatMap((genre) => names.idOf(genre) ?? []);
  const [primary, secondary, ...others] = new Set(ids);
  if (others.length > 0) names.note('Genres after the second one are omitted.');
  if (primary === undefined) return undefined;
  return { 'primary-genre': primary, ...(secondary !== undefined && { 'secondary-genre': secondary }) };
}

/** @param fallback the language of the message. */
export function languageLink(
  texts: readonly string[],
  fallback: string | undefined,
  note: (sentence: string) => void,
): Readonly<Record<string, string>> {
  const ids = texts.flatMap((text) => languageOf(text)?.id ?? []);
  if (texts.length > 0 && ids.length === 0) note(`The language ${texts[0]} is not one of the catalogue.`);
  if (new Set(ids).size > 1) note('Languages of a performance after the first one are omitted.');
  const id = ids[0] ?? (fallback === undefined ? undefined : languageOf(fallback)?.id);
  if (id !== undefined && ids.length === 0)
    note('Releases and tracks without a language are imported with the language of the message.');
  return id === undefined ? {} : { language: id };
}

function lengthOf(
  node: XmlNode,
  note: (sentence: string) => void,
  report: (sentence: string) => void,
): string | null | undefined {
  const text = textAt(node, 'Duration');
  if (text === undefined) return undefined;
  const length = durationOf(text);
  if (length === null) note(NO_LENGTH);
  if (length === undefined)
    report(`${text} is not a duration of ISO 8601 of less than 100 hours, such as PT3M5S.`);
  return length;
}

/** Reads the releases of a NewReleaseMessage of DDEX ERN, of this service or of another sender. */

import {
  type AboutMessage,
  failedFile,
  type ReadFile,
  type ReadRelease,
} from '../../catalogue/back-catalogue/reading/read-file.ts';
import { releaseNotes } from '../../catalogue/back-catalogue/reading/release-notes.ts';
import type { Release, ReleaseTrack } from '../../catalogue/back-catalogue/release-form.ts';
import { catalogueKeyRows } from '../../catalogue/keys.ts';
import type { albumFormats } from '../../catalogue/rules/catalogue.ts';
import { singleUnit } from '../../catalogue/rules/upc.ts';
import { versionOf } from '../../reference/reference-names.ts';
import { NotXml } from '../xml/parse-xml.ts';
import { at, textAt, textsAt, type XmlNode, xmlTree } from '../xml/xml-tree.ts';
import { Choice } from './choice.ts';
import { completed, FURTHER, furtherIn } from './further.ts';
import { Faults, Message } from './message.ts';
import { isVersion3, messageFault } from './message-version.ts';
import { artworkFields } from './read-artwork.ts';
import { compilationOf } from './read-compilation.ts';
import { type Contents, contentsOf, reportContents } from './read-contents.ts';
import { displayArtistsOf, partyNames, type ReadingCredits } from './read-credits.ts';
import { hasOtherCountries, type Terms, termsOf } from './read-deals.ts';
import { Genres } from './read-genres.ts';
import { identifiersOf, noteOtherCodes } from './read-identifiers.ts';
import { releaseDay, timesOf } from './read-times.ts';
import { titlesOf } from './read-titles.ts';
import { type Defaults, genresOf, isExplicit, languageLink, rightsFields, trackOf } from './read-tracks.ts';
import { type Rights, releaseRights, rightsLines } from './rights.ts';
import { asVersion4 } from './version-3/as-version-4.ts';

export function readMessage(text: string, about: AboutMessage): ReadFile {
  const failed = (sentence: string) => failedFile(`${about.file}: ${sentence}`);
  let root: XmlNode;
  const instructions: string[] = [];
  try {
    root = xmlTree(text, (name, content) => void (name === FURTHER && instructions.push(content)));
  } catch (error) {
    if (error instanceof NotXml) return failed(error.message);
    throw error;
  }
  if (root.name === 'ManifestMessage')
    return { releases: [], problems: [], notes: [{ note: MANIFEST, place: about.file }] };
  const fault = messageFault(root);
  if (fault !== undefined) return failed(fault);
  const chosen: string[] = [];
  const converted = isVersion3(root) ? asVersion4(root, (note) => void chosen.push(note)) : root;
  const message = new Message(converted, about);
  for (const note of chosen) message.note(note);
  const nodes = at(converted, 'ReleaseList', 'Release');
  if (nodes.length === 0) return failed('The message has no release.');
  const releases = nodes.map((node) => readRelease(node, message));
  for (const { release } of releases)
    for (const { note } of releaseNotes(release, () => about.file)) message.note(note);
  message.noteUnused();
  const all = releases.map(({ release }) => release);
  noteOtherCodes(all, message.codedParties, (sentence) => message.note(sentence));
  return { problems: message.problems, ...withFurther(releases, instructions, message) };
}

/** An export has one release, and one instruction with what the message cannot hold. */
function withFurther(
  releases: readonly ReadRelease[],
  instructions: readonly string[],
  { notes, about }: Message,
): Pick<ReadFile, 'releases' | 'notes'> {
  const [content, ...others] = instructions;
  const [only, ...more] = releases;
  if (!only || content === undefined) return { releases, notes };
  const further = others.length + more.length === 0 ? furtherIn(content) : undefined;
  if (!further) return { releases, notes: [...notes, { note: UNREADABLE, place: about.file }] };
  return { releases: [{ ...only, release: completed(only.release, further) }], notes: [] };
}

const UNREADABLE = `A processing instruction ${FURTHER} that is not that of an export is omitted.`;

const MANIFEST = 'The list of the messages of a batch is ignored.';

function readRelease(node: XmlNode, message: Message): ReadRelease {
  const faults = new Faults(message, node);
  const release = releaseOf(node, message, faults);
  return {
    release,
    malformed: faults.malformed,
    placeOf: faults.places((at) => fieldValue(release, at)),
  };
}

function fieldValue(release: Release, { track, field }: { track?: number; field: string }): unknown {
  const of = track === undefined ? release : release.tracks[track];
  return field === 'label' ? release.label : of?.attributes[field];
}

function releaseOf(node: XmlNode, message: Message, faults: Faults): Release {
  const note = (sentence: string) => message.note(sentence);
  const reportOf: ReadParts['reportOf'] = (field) => (sentence) => faults.report(sentence, { field });
  const { now } = message.about;
  const terms = termsOf(message.dealsOf(node), { now, note, report: reportOf('countries') });
  const choice = new Choice(terms.countries, note);
  const partyNamed = partyNames(message.parties, choice);
  const whole = contentsOf(node, (reference) => message.isTrack(reference));
  reportContents(whole, message, reportOf('tracks'));
  const contents = { ...whole, tracks: whole.tracks.slice(0, MAX_TRACKS) };
  noteOtherCountries(contents, terms, message);
  const label = labelOf(node, { partyNamed, choice });
  const day = releaseDay(node, terms.start, choice);
  const rights = releaseRights(node, { label, day, contents, message, choice });
  const names = new Genres(message);
  const genres = genresOf(node, { names, choice });
  const language = message.root.attributes['LanguageAndScriptCode'];
  const defaults: Defaults = { rights, genres: genres ?? {}, language };
  const context = { message, faults, defaults, names, partyNamed, choice };
  const tracks = contents.tracks.map((content, index) => trackOf(content, index, context));
  const { links, ...titles } = titleFields(node, { choice, language });
  const reading = { node, message, choice, contents, tracks, reportOf };
  const { isCompilation, artists } = compilationOf(
    node,
    displayArtistsOf(node, { partyNamed, choice }),
    note,
  );
  const release = {
    attributes: {
      ...titles,
      release_date: day,
      ...timesOf(terms.deals, day, note),
      'is-compilation': isCompilation,
      ...attributesOf(reading, rights),
    },
    links: { ...genres, ...languageLink([], language, () => {}), ...links },
    label: label ?? null,
    countries: [...terms.countries],
    dsps: [],
    artists,
    identifiers: identifiersOf({ artists, tracks }, message.codedParties, note),
    tracks,
    shared: [],
  };
  names.finish(release, faults);
  return release;
}

const { max: MAX_TRACKS } = catalogueKeyRows['album-tracks'].links.album;

interface ReadParts {
  readonly node: XmlNode;
  readonly message: Message;
  readonly choice: Choice;
  readonly contents: Contents;
  readonly tracks: readonly ReleaseTrack[];
  readonly reportOf: (field: string) => (sentence: string) => void;
}

function attributesOf(reading: ReadParts, rights: Rights | undefined): Release['attributes'] {
  const { node, message, choice, contents, tracks, reportOf } = reading;
  const [icpn, ...others] = new Set(textsAt(node, 'ReleaseId', 'ICPN'));
  if (others.length > 0) choice.note('UPCs of a release after the first one are omitted.');
  const upc = icpn && singleUnit(icpn);
  if (upc === undefined) reportOf('upc-code')('The release has no UPC or EAN (ICPN).');
  const areVideos = tracks.map(({ attributes }) => attributes['is-video'] === true);
  return {
    'upc-code': upc,
    'is-explicit': isExplicitRelease(node, tracks, choice),
    ...rightsFields(rights),
    ...artworkFields(contents, { message, choice, report: reportOf('artwork') }),
    'catalogue-number': textAt(node, 'ReleaseId', 'CatalogNumber'),
    ...rightsLines(node, rights, choice),
    format: formatOf(node, areVideos, choice.note),
  };
}

function noteOtherCountries(contents: Contents, terms: Terms, message: Message): void {
  for (const reference of new Set(contents.tracks.map((content) => content.reference)))
    if (hasOtherCountries(message.dealsOf(message.trackReleases.get(reference)), terms, message.about.now))
      message.note(
        'Countries of single tracks are omitted, because a track is available where its release is.',
      );
}

/** Albums have predefined versions only. Another version stays in the title. */
function titleFields(node: XmlNode, reading: Parameters<typeof titlesOf>[1]) {
  const { title, version, translationsWith } = titlesOf(node, reading);
  const predefined = version === undefined ? undefined : versionOf(version);
  const isInTitle = title !== undefined && version !== undefined && !predefined;
  return {
    title: isInTitle ? `${title} (${version})` : title,
    'title-translations': translationsWith(predefined && version),
    links: { ...(predefined && { version: predefined.id }) },
  };
}

/** Stores show a release with an explicit track as explicit. */
function isExplicitRelease(node: XmlNode, tracks: readonly ReleaseTrack[], choice: Choice): boolean {
  if (tracks.every(({ attributes }) => attributes['is-explicit'] !== true)) return isExplicit(node, choice);
  if (!textsAt(node, 'ParentalWarningType').includes('Explicit'))
    choice.note('A release with an explicit track is imported as explicit.');
  return true;
}

function labelOf(node: XmlNode, { partyNamed, choice }: ReadingCredits): string | undefined {
  const reference = choice.one(at(node, 'ReleaseLabelReference'))?.text;
  const name = reference === undefined ? undefined : partyNamed(reference);
  if (reference !== undefined && name === undefined)
    choice.note(`The label ${reference} has no name and is omitted.`);
  return name;
}

type Format = (typeof albumFormats)[number];

/** Allowed values of DDEX that name a format. Others, such as Bundle, say nothing about it. */
const formats: readonly (readonly [types: RegExp, format: Format])[] = [
  [/^Video(?:Album|Single|MastertoneRelease)$|VideoRelease$|^(?:Concert|LiveEvent)Video$/, 'video'],
  [/^(?:Documentary|Episode|FeatureFilm|Season|Series|ShortFilm)$/, 'video'],
  [/Single$/, 'single'],
  [/^(?:EP|MiniAlbum)$/, 'ep'],
  [/Album$|Box(?:ed)?Set/, 'album'],
];

/** @param areVideos for each track, whether it is a video. The format `video` takes only videos. */
function formatOf(release: XmlNode, areVideos: readonly boolean[], note: (sentence: string) => void): Format {
  const types = textsAt(release, 'ReleaseType');
  const stated = types
    .flatMap((type) => formats.filter(([pattern]) => pattern.test(type)))
    .map(([, format]) => format)[0];
  const areAllVideos = areVideos.length > 0 && !areVideos.includes(false);
  const bySize = areVideos.length === 1 && !types.includes('DjMix') ? 'single' : 'album';
  const format = stated ?? (areAllVideos ? 'video' : bySize);
  const fitting = format === 'video' && !areAllVideos ? bySize : format;
  if (stated !== fitting)
    note(`The release type ${types[0] ?? 'of a release'} is imported as the format ${fitting}.`);
  return fitting;
}

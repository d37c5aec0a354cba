/** Reads the releases of a NewReleaseMessage of DDEX ERN 4.3, of this service or of another sender. */
import type { Release } from '../../../../shared/catalogue/back-catalogue/release-form.ts';
import { singleUnit } from '../../../../shared/catalogue/rules/upc.ts';
import type { About, ReadFile, ReadRelease } from '../read-release.ts';
import { versionOf } from '../reference-names.ts';
import { completed, furtherIn } from './further.ts';
import { Faults, Message, messageFault } from './message.ts';
import { NotXml } from './parse-xml.ts';
import { contentsOf } from './read-contents.ts';
import { displayArtistsOf } from './read-credits.ts';
import { termsOf } from './read-deals.ts';
import { Genres } from './read-genres.ts';
import {
  type Defaults,
  filesIn,
  genresOf,
  isExplicit,
  languageLink,
  rightsFields,
  trackOf,
} from './read-tracks.ts';
import { lineIn } from './rights-lines.ts';
import { dayOf, type Rights, rightsOf, titleOf } from './texts.ts';
import { at, textAt, textsAt, type XmlNode, xmlTree } from './xml-tree.ts';

export function readMessage(text: string, about: About): ReadFile {
  const failed = (sentence: string) => ({
    releases: [],
    problems: [`${about.file}: ${sentence}`],
    notes: [],
  });
  let root: XmlNode;
  try {
    root = xmlTree(text);
  } catch (error) {
    if (error instanceof NotXml) return failed(error.message);
    throw error;
  }
  if (root.name === 'ManifestMessage')
    return { releases: [], problems: [], notes: [{ note: MANIFEST, place: about.file }] };
  const fault = messageFault(root);
  if (fault !== undefined) return failed(fault);
  const message = new Message(root, about);
  const nodes = at(root, 'ReleaseList', 'Release');
  if (nodes.length === 0) return failed('The message has no release.');
  const releases = nodes.map((node) => readRelease(node, message));
  const further = furtherIn(text);
  const [only] = releases;
  const all =
    further && only && nodes.length === 1
      ? [{ ...only, release: completed(only.release, further) }]
      : releases;
  return { releases: all, problems: message.problems, notes: further ? [] : message.notes };
}

const MANIFEST = 'The list of the messages of a batch is ignored.';

function readRelease(node: XmlNode, message: Message): ReadRelease {
  const faults = new Faults(message, node);
  const release = releaseOf(node, message, faults);
  return {
    release,
    malformed: faults.malformed,
    placeOf: (at) => faults.placeOf(at, { value: givenValue(release, at) }),
  };
}

function givenValue(release: Release, { track, field }: { track?: number; field: string }): unknown {
  const of = track === undefined ? release : release.tracks[track];
  return field === 'label' ? release.label : of?.attributes[field];
}

function releaseOf(node: XmlNode, message: Message, faults: Faults): Release {
  const note = (sentence: string) => message.note(sentence);
  const report = (field: string, sentence: string) => faults.report(sentence, { field });
  const terms = termsOf(message.root, node, note);
  const label = labelOf(node, message);
  const day = releaseDay(node, terms.start, note);
  const rights = releaseRights(node, { label, day, message });
  const names = new Genres(message);
  const genres = genresOf(node, names);
  const language = message.root.attributes['LanguageAndScriptCode'];
  const defaults: Defaults = { rights, genres: genres ?? {}, language };
  const icpn = textAt(node, 'ReleaseId', 'ICPN');
  const upc = icpn && singleUnit(icpn);
  if (upc === undefined) report('upc-code', 'The release has no UPC or EAN (ICPN).');
  const contents = contentsOf(node, (reference) => TRACKS.has(message.resources.get(reference)?.name ?? ''));
  if (contents.length === 0) report('tracks', 'The release has no sound recordings and no videos.');
  const context = { message, faults, defaults, names };
  const release = {
    attributes: {
      ...titleFields(node),
      'upc-code': upc,
      release_date: day,
      'is-explicit': isExplicit(node, note),
      ...rightsFields(rights),
      artwork: artworkOf(node, message, (sentence) => report('artwork', sentence)),
      'catalogue-number': textAt(node, 'ReleaseId', 'CatalogNumber'),
      ...rightsLines(node, rights, note),
      format: formatOf(node),
    },
    links: { ...genres, ...languageLink([], language, () => {}), ...versionLink(node) },
    label: label ?? null,
    countries: [...terms.countries],
    dsps: [],
    artists: displayArtistsOf(node, { parties: message.parties, note }),
    tracks: contents.map((content, index) => trackOf(content, index, context)),
    shared: [],
  };
  names.finish(release, faults);
  return release;
}

const TRACKS: ReadonlySet<string> = new Set(['SoundRecording', 'Video']);

/** Albums have predefined versions only. Another version stays in the title. */
function titleFields(node: XmlNode): { readonly title: string | undefined } {
  const { title, version } = titleOf(node);
  if (title === undefined || version === undefined || versionOf(version)) return { title };
  return { title: `${title} (${version})` };
}

function versionLink(node: XmlNode): Readonly<Record<string, string>> {
  const { version } = titleOf(node);
  const known = version === undefined ? undefined : versionOf(version);
  return known ? { version: known.id } : {};
}

const labelOf = (node: XmlNode, { parties }: Message): string | undefined => {
  const [reference] = textsAt(node, 'ReleaseLabelReference');
  return reference === undefined ? undefined : (parties.get(reference) ?? undefined);
};

function releaseDay(
  node: XmlNode,
  start: string | undefined,
  note: (text: string) => void,
): string | undefined {
  const text = textAt(node, 'ReleaseDate') ?? textAt(node, 'OriginalReleaseDate') ?? start;
  if (text === undefined) return undefined;
  const { day, isGuess } = dayOf(text);
  if (isGuess) note('A release date without a day is imported as the first day of its month or year.');
  return day;
}

/** What owns the rights, if the release does not say it: the owner of a recording, or the label. */
function releaseRights(
  node: XmlNode,
  { label, day, message }: { label: string | undefined; day: string | undefined; message: Message },
): Rights | undefined {
  const own = rightsOf([...at(node, 'PLine'), ...at(node, 'CLine')], (sentence) => message.note(sentence));
  if (own) return own;
  const editions = [...message.resources.values()].flatMap((each) => [
    ...at(each, 'PLine'),
    ...at(each, `${each.name}Edition`, 'PLine'),
  ]);
  const ofTracks = rightsOf(editions);
  if (!ofTracks && (label === undefined || day === undefined)) return undefined;
  message.note(
    'A release without a P line is imported with the rights owner of a recording, or with its label.',
  );
  return ofTracks ?? { year: Number(day?.slice(0, 4)), name: label ?? '', text: undefined };
}

/** The wording of lines, where it says more than the year and the owner. */
function rightsLines(node: XmlNode, rights: Rights | undefined, note: (sentence: string) => void) {
  const copyright = rightsText(at(node, 'CLine'), note);
  const publishing = rightsText(at(node, 'PLine'), note);
  const isUsual = publishing === `${rights?.year} ${rights?.name}`;
  return {
    ...(copyright !== undefined && { copyright }),
    ...(publishing !== undefined && !isUsual && { publishing }),
  };
}

function rightsText(lines: readonly XmlNode[], note: (sentence: string) => void): string | undefined {
  const [line] = lines;
  const text = line && textAt(line, `${line.name}Text`);
  return text === undefined ? undefined : lineIn(text.replace(/^\s*(?:\([PC]\)|[℗©])\s*/i, ''), note);
}

function artworkOf(node: XmlNode, message: Message, report: (sentence: string) => void): string | undefined {
  const groups = at(node, 'ResourceGroup');
  const linked = groups.flatMap((group) => textsAt(group, 'LinkedReleaseResourceReference'));
  const images = [...message.resources.values()].filter(({ name }) => name === 'Image');
  const isFront = (image: XmlNode) => textAt(image, 'Type') === 'FrontCoverImage';
  const own = linked.flatMap(
    (reference) => images.find((image) => textAt(image, 'ResourceReference') === reference) ?? [],
  );
  const image = own.find(isFront) ?? own[0] ?? images.find(isFront);
  const [file] = image ? filesIn(image) : [];
  if (!file) return undefined;
  const resolved = message.about.resolve(file.uri);
  if ('url' in resolved) return resolved.url;
  report(resolved.fault);
  return undefined;
}

function formatOf(node: XmlNode): string {
  const type = textAt(node, 'ReleaseType') ?? '';
  if (/^Video/.test(type)) return 'video';
  if (/Single$/.test(type)) return 'single';
  return /^(?:EP|MiniAlbum)$/.test(type) ? 'ep' : 'album';
}

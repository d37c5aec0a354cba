/** Reads the tracks of a release from its sound recordings and videos. */
import type { ReleaseTrack } from '../../../../shared/catalogue/back-catalogue/release-form.ts';
import { readIsrc } from '../../../../shared/catalogue/rules/isrc.ts';
import { languageOf } from '../reference-names.ts';
import { versionFields } from '../track-version.ts';
import type { Faults, Message } from './message.ts';
import type { Content } from './read-contents.ts';
import { creditsOf } from './read-credits.ts';
import type { Genres } from './read-genres.ts';
import { durationOf, type Rights, rightsOf, titleOf } from './texts.ts';
import { at, textAt, textsAt, type XmlNode } from './xml-tree.ts';

/** What tracks have from their release if they do not say it themselves. */
export interface Defaults {
  readonly rights: Rights | undefined;
  readonly genres: Readonly<Record<string, string>>;
  /** An ISO 639-1 code. */
  readonly language: string | undefined;
}

interface Context {
  readonly message: Message;
  readonly faults: Faults;
  readonly defaults: Defaults;
  readonly names: Genres;
}

export function trackOf(
  { reference, disc, order }: Content,
  index: number,
  { message, faults, defaults, names }: Context,
): ReleaseTrack {
  const node = message.resources.get(reference) ?? EMPTY;
  const isVideo = node.name === 'Video';
  faults.addTrack(index, node, `track ${order} on disc ${disc}`);
  const report = (field: string, sentence: string) => faults.report(sentence, { field, track: index });
  const note = (sentence: string) => message.note(sentence);
  const { title, version } = titleOf(node);
  const named = versionFields(version);
  const files = filesOf(node, isVideo);
  const url = (file: MasterFile | undefined, field: string): string | undefined => {
    if (!file) return undefined;
    const resolved = message.about.resolve(file.uri);
    if ('url' in resolved) return resolved.url;
    report(field, resolved.fault);
    return undefined;
  };
  const audio = isVideo ? undefined : url(files.main, 'full-audiofile-url');
  const master = url(isVideo ? files.main : files.immersive, 'masters');
  return {
    attributes: {
      title,
      'is-explicit': isExplicit(node, note),
      ...rightsFields(
        rightsOf([...at(node, 'PLine'), ...at(node, EDITION(node), 'PLine')], note) ?? defaults.rights,
      ),
      'isrc-code': isrcOf(node),
      length: lengthOf(node, (sentence) => report('length', sentence)),
      'preview-start': previewOf(node),
      'full-audiofile-url': audio,
      ...(!isVideo && files.main?.md5 !== undefined && { md5: files.main.md5 }),
      'is-video': isVideo,
      ...named.attributes,
    },
    links: {
      ...(genresOf(message.trackReleases.get(reference) ?? EMPTY, names) ?? defaults.genres),
      ...languageLink(textsAt(node, 'LanguageOfPerformance'), defaults.language, note),
      ...named.links,
    },
    ...{ disc, order, direct: [] },
    ...creditsOf(node, { parties: message.parties, note }),
    masters: master === undefined ? [] : [{ type: isVideo ? 'video' : 'dolby_atmos', url: master }],
  };
}

const EMPTY: XmlNode = { name: '', attributes: {}, children: [], text: '', line: 0 };
const EDITION = ({ name }: XmlNode): string => `${name}Edition`;

export const rightsFields = (rights: Rights | undefined) =>
  rights ? { 'rights-owner-year': rights.year, 'rights-owner-name': rights.name } : {};

export function isExplicit(node: XmlNode, note: (sentence: string) => void): boolean {
  const text = textAt(node, 'ParentalWarningType');
  if (text === undefined || text === 'Unknown')
    note('What has no parental warning is imported as not explicit.');
  return text === 'Explicit';
}

/** @returns the first two known genres, or undefined if there are none. */
export function genresOf(node: XmlNode, names: Genres): Readonly<Record<string, string>> | undefined {
  const ids = at(node, 'Genre').flatMap((genre) => names.idOf(genre) ?? []);
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
  const known = texts.flatMap((text) => languageOf(text)?.id ?? []);
  if (texts.length > 0 && known.length === 0) note(`The language ${texts[0]} is not one of the catalogue.`);
  const id = known[0] ?? (fallback === undefined ? undefined : languageOf(fallback)?.id);
  if (id !== undefined && known.length === 0)
    note('What has no language is imported with the language of the message.');
  return id === undefined ? {} : { language: id };
}

function isrcOf(node: XmlNode): string | undefined {
  const ids = [...at(node, EDITION(node), 'ResourceId'), ...at(node, 'ResourceId')];
  const code = ids.flatMap((id) => textsAt(id, 'ISRC'))[0];
  return code === undefined ? undefined : (readIsrc(code.replaceAll(' ', '')) ?? code);
}

function lengthOf(node: XmlNode, report: (sentence: string) => void): string | null | undefined {
  const text = textAt(node, 'Duration');
  if (text === undefined) return undefined;
  const length = durationOf(text);
  if (length === undefined)
    report(`${text} is not a duration of ISO 8601 of less than 100 hours, such as PT3M5S.`);
  return length;
}

function previewOf(node: XmlNode): number | undefined {
  const details = [...at(node, EDITION(node), 'TechnicalDetails'), ...at(node, 'TechnicalDetails')];
  const [start] = details.flatMap((each) => textsAt(each, 'ClipDetails', 'Timing', 'StartPoint'));
  return start === undefined || !/^\d+(?:\.\d+)?$/.test(start) ? undefined : Math.floor(Number(start));
}

interface MasterFile {
  readonly uri: string;
  readonly md5: string | undefined;
}

/** @returns the file of the recording, and that of its immersive edition. */
function filesOf(node: XmlNode, isVideo: boolean): { main?: MasterFile; immersive?: MasterFile } {
  const editions = [...at(node, EDITION(node)), node];
  const isImmersive = (edition: XmlNode) => !isVideo && textAt(edition, 'Type') === 'ImmersiveEdition';
  const [main] = editions.filter((edition) => !isImmersive(edition)).flatMap(filesIn);
  const [immersive] = editions.filter(isImmersive).flatMap(filesIn);
  return { ...(main && { main }), ...(immersive && { immersive }) };
}

export function filesIn(node: XmlNode): MasterFile[] {
  const details = at(node, 'TechnicalDetails').filter((each) => textAt(each, 'IsClip') !== 'true');
  const files = details.flatMap((each) => [...at(each, 'DeliveryFile', 'File'), ...at(each, 'File')]);
  return files.flatMap((file) => {
    const uri = textAt(file, 'URI');
    const [hash] = at(file, 'HashSum').filter((each) => /^md-?5$/i.test(textAt(each, 'Algorithm') ?? ''));
    return uri === undefined ? [] : [{ uri, md5: textAt(hash, 'HashSumValue') }];
  });
}

/** Small messages of ERN 4.3 by other senders, for tests that say only what matters. */

import { resolverOf } from '../../../bin/operator/catalogue/masters.ts';
import { readMessage } from '../../../shared/ern/read/read-message.ts';

/** Replaces parts of the default message. */
export interface MessageParts {
  /** Of the ResourceList; by default, the sound recording A1. */
  readonly resources?: string;
  /** Of the ResourceGroup of the release; by default, A1. */
  readonly contents?: string;
  readonly upc?: string;
  readonly releaseType?: string;
  /** Members of the release, instead of those of the same name. */
  readonly release?: string;
  /** Of the DealList; by default, worldwide since 2024. */
  readonly deals?: string;
  readonly parties?: string;
  readonly trackReleases?: string;
}

const RELEASE = {
  DisplayTitle: '<DisplayTitle><TitleText>Small Hours</TitleText></DisplayTitle>',
  DisplayArtistName: '<DisplayArtistName>Ada Quist</DisplayArtistName>',
  ReleaseLabelReference: '<ReleaseLabelReference>PLabel</ReleaseLabelReference>',
  PLine:
    '<PLine><Year>2024</Year><PLineCompany>Blue Room</PLineCompany><PLineText>2024 Blue Room</PLineText></PLine>',
  Genre: '<Genre><GenreText>Jazz</GenreText></Genre>',
  ReleaseDate: '<ReleaseDate>2024-03-05</ReleaseDate>',
  ParentalWarningType: '<ParentalWarningType>NotExplicit</ParentalWarningType>',
};

const PARTIES =
  '<Party><PartyReference>PLabel</PartyReference><PartyName><FullName>Blue Room</FullName></PartyName></Party>';

export function messageOf(parts: MessageParts = {}): string {
  const { resources = recordings('A1'), contents = items('A1'), release = '', deals } = parts;
  const members = Object.entries(RELEASE).map(([name, member]) =>
    release.includes(`<${name}`) ? '' : member,
  );
  return `<ern:NewReleaseMessage xmlns:ern="http://ddex.net/xml/ern/43" LanguageAndScriptCode="en">
<PartyList>${PARTIES}${parts.parties ?? ''}</PartyList>
<ResourceList>${resources}</ResourceList>
<ReleaseList><Release><ReleaseReference>R0</ReleaseReference><ReleaseType>${parts.releaseType ?? 'Album'}</ReleaseType>
<ReleaseId><ICPN>${parts.upc ?? '850001000314'}</ICPN></ReleaseId>${members.join('')}${release}
<ResourceGroup>${contents}</ResourceGroup></Release>${parts.trackReleases ?? ''}</ReleaseList>
<DealList>${deals ?? dealFor('R0', { codes: ['Worldwide'], start: '2024-03-05' })}</DealList>
</ern:NewReleaseMessage>`;
}

export interface RecordingParts {
  readonly name?: 'SoundRecording' | 'Video';
  readonly editions?: string;
  readonly more?: string;
  readonly attributes?: string;
}

export function recording(reference: string, parts: RecordingParts = {}): string {
  const { name = 'SoundRecording', more = '', attributes = '' } = parts;
  const warning = more.includes('<ParentalWarningType') ? '' : RELEASE.ParentalWarningType;
  const title = more.includes('<DisplayTitle')
    ? ''
    : `<DisplayTitle><TitleText>${reference}</TitleText></DisplayTitle>`;
  return `<${name} ${attributes}><ResourceReference>${reference}</ResourceReference>
${parts.editions ?? edition(name, { file: `${reference}.wav` })}${title}
<DisplayArtistName>Ada Quist</DisplayArtistName><Duration>PT3M5S</Duration>${warning}
<LanguageOfPerformance>en</LanguageOfPerformance>${more}</${name}>`;
}

export const recordings = (...references: string[]): string =>
  references.map((reference) => recording(reference)).join('');

interface EditionParts {
  readonly type?: string;
  readonly isrc?: string;
  readonly file?: string;
  readonly more?: string;
}

export const edition = (
  of: 'SoundRecording' | 'Video',
  { type, isrc, file, more = '' }: EditionParts,
): string =>
  `<${of}Edition>${type === undefined ? '' : `<Type>${type}</Type>`}${
    isrc === undefined ? '' : `<ResourceId><ISRC>${isrc}</ISRC></ResourceId>`
  }${more}${
    file === undefined
      ? ''
      : `<TechnicalDetails><DeliveryFile><File><URI>${file}</URI></File></DeliveryFile></TechnicalDetails>`
  }</${of}Edition>`;

export const image = (reference: string, type = 'FrontCoverImage'): string =>
  `<Image><ResourceReference>${reference}</ResourceReference><Type>${type}</Type>
<TechnicalDetails><File><URI>${reference}.jpg</URI></File></TechnicalDetails></Image>`;

const numberOf = (number: number | undefined): string =>
  number === undefined ? '' : `<SequenceNumber>${number}</SequenceNumber>`;

export const item = (reference: string, number?: number): string =>
  `<ResourceGroupContentItem>${numberOf(number)}<ReleaseResourceReference>${reference}</ReleaseResourceReference></ResourceGroupContentItem>`;

/** Numbered from 1. */
export const items = (...references: string[]): string =>
  references.map((reference, index) => item(reference, index + 1)).join('');

export const group = (type: string | undefined, number: number | undefined, parts: string): string =>
  `<ResourceGroup${type === undefined ? '' : ` ResourceGroupType="${type}"`}>${numberOf(number)}${parts}</ResourceGroup>`;

interface DealParts {
  readonly codes?: readonly string[];
  readonly excluded?: readonly string[];
  readonly start?: string;
  readonly end?: string;
  readonly more?: string;
}

const elements = (name: string, texts: readonly (string | undefined)[]): string =>
  texts.map((text) => (text === undefined ? '' : `<${name}>${text}</${name}>`)).join('');

/** A date with a time makes the period one of StartDateTime and EndDateTime. */
export function dealFor(
  release: string,
  { codes = [], excluded = [], start, end, more = '' }: DealParts,
): string {
  const suffix = [start, end].some((text) => text?.includes('T')) ? 'DateTime' : 'Date';
  const period = `${elements(`Start${suffix}`, [start])}${elements(`End${suffix}`, [end])}`;
  return `<ReleaseDeal><DealReleaseReference>${release}</DealReleaseReference><Deal><DealTerms>
${elements('TerritoryCode', codes)}${elements('ExcludedTerritoryCode', excluded)}
<ValidityPeriod>${period}</ValidityPeriod>${more}</DealTerms></Deal></ReleaseDeal>`;
}

const NOW = new Date('2026-11-26T12:00:00Z');

/** Reads a message as an import of today would. */
export const readMany = (message: string, now = NOW) =>
  readMessage(message, { file: 'm.xml', resolve: resolverOf('https://files.example'), now });

/** Reads a message with one release. */
export function readParts(parts: MessageParts = {}, now = NOW) {
  const { releases, problems, notes } = readMany(messageOf(parts), now);
  const [release] = releases.map((read) => read.release);
  if (!release) throw new Error(problems.join('\n'));
  return {
    release,
    /** Without the line. */
    problems: problems.map((problem) => problem.replace(/^m\.xml:\d+: /, '')),
    notes: notes.map(({ note }) => note),
    /** Such as "1.2 A7" for the recording A7 at the second place of disc 1. */
    places: release.tracks.map(({ disc, order, attributes }) => `${disc}.${order} ${attributes['title']}`),
  };
}

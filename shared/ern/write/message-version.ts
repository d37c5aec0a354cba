/** The versions of DDEX ERN in which messages are written, and what differs in them. */
import type { Settings } from '../../platform/settings.ts';

export interface MessageVersion {
  readonly namespace: string;
  readonly schema: string;
  /** The allowed value sets that the terms are taken from. */
  readonly valueSets: string;
  readonly genre: 'Genre' | 'DisplayGenre';
  /** Whether a role contains its term and its instruments, or is the term. */
  readonly hasNestedRoles: boolean;
  /** Whether resources state what artificial intelligence was used for. */
  readonly statesAiUsage: boolean;
  /** Whether links to lyrics say that they are. */
  readonly describesLyrics: boolean;
}

type Settable = Settings['packages']['messageVersions'][string];

const versions: Readonly<Record<Settable, MessageVersion>> = {
  '4.3': {
    namespace: 'http://ddex.net/xml/ern/43',
    schema: 'http://service.ddex.net/xml/ern/43/release-notification.xsd',
    valueSets: '3',
    genre: 'Genre',
    hasNestedRoles: false,
    statesAiUsage: false,
    describesLyrics: false,
  },
  '4.3.2': {
    namespace: 'http://ddex.net/xml/ern/432',
    schema: 'http://service.ddex.net/xml/ern/432/release-notification.xsd',
    valueSets: '9',
    genre: 'DisplayGenre',
    hasNestedRoles: true,
    statesAiUsage: true,
    describesLyrics: true,
  },
};

/** @returns the version that a DSP gets. */
export const messageVersionFor = (
  dspId: string,
  { messageVersions }: Pick<Settings['packages'], 'messageVersions'>,
): MessageVersion => versions[messageVersions[dspId] ?? '4.3'];

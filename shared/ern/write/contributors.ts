/** The Contributor elements of a recording: everyone but its display artists, each once with all roles. */
import { creditRoleData } from '../../reference/data/credit-roles.ts';
import type { XmlElement } from '../xml/xml-document.ts';
import { aiContributors } from './ai-statements.ts';
import { inOrder, isDisplayed } from './artists.ts';
import { instrumentTerms, roleTerms } from './contributor-terms.ts';
import type { MessageParts } from './message-parts.ts';
import type { ParcelTrack } from './parcel.ts';

/**
 * A release has no such element, so the artists of the album in other roles are contributors to all its recordings.
 */
export function contributors(track: ParcelTrack, parts: MessageParts): readonly XmlElement[] {
  const artists = [track, parts.parcel.release].map((work) =>
    inOrder(work.artists.filter((one) => !isDisplayed(one))),
  );
  const [own = [], ofRelease = []] = artists;
  const byParty = Map.groupBy([...own, ...track.credits, ...ofRelease], (one) =>
    parts.parties.referenceOf(one),
  );
  const people = Array.from(byParty, ([reference, all]) => ({
    ContributorPartyReference: reference,
    ...rolesOf(new Set(all.map(({ role }) => role)), parts),
  }));
  return [...people, ...aiContributors(track.aiUsage, parts.version)].map((contributor, index) => ({
    '@SequenceNumber': index + 1,
    ...contributor,
  }));
}

const MUSICIAN = 'Musician';

/** @param keys of artist roles and credit roles. Instruments are those of one role. */
function rolesOf(keys: ReadonlySet<string>, { namespace, version }: MessageParts): XmlElement {
  const known = [...keys].map((key) => {
    const row = creditRoleData.rows().find((each) => each.key === key);
    return { key, isInstrument: row?.kind === 'instrument', own: ownTerm(row?.name ?? key, namespace) };
  });
  const instruments = known
    .filter(({ isInstrument }) => isInstrument)
    .map(({ key, own }) => instrumentTerms.get(key) ?? own);
  const roles = known
    .filter(({ isInstrument }) => !isInstrument)
    .map(({ key, own }) => roleTerms.get(key) ?? own);
  const musician = instruments.length > 0 ? [MUSICIAN] : [];
  if (!version.hasNestedRoles) return { Role: [...roles, ...musician], InstrumentType: instruments };
  return {
    Role: [
      ...roles.map((Value) => ({ Value })),
      ...musician.map((Value) => ({ Value, InstrumentType: instruments })),
    ],
  };
}

/** The term of a role or instrument that ERN has none for, in the namespace of the sender. */
const ownTerm = (name: string, namespace: string): XmlElement => ({
  '@Namespace': namespace,
  '@UserDefinedValue': name,
  '#text': 'UserDefined',
});

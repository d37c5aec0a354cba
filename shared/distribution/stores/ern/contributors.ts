/** The Contributor elements of a recording, for everyone but its display artists. */
import { creditRoleData } from '../../../reference/data/credit-roles.ts';
import type { ParcelTrack } from '../parcel.ts';
import { inOrder, isDisplayed } from './artists.ts';
import { instrumentTerms, roleTerms } from './contributor-terms.ts';
import type { Parties } from './parties.ts';
import type { XmlElement } from './xml-document.ts';

/** @param namespace for roles and instruments without an ERN term. */
export function contributors(
  track: ParcelTrack,
  { parties, namespace }: { readonly parties: Parties; readonly namespace: string },
): readonly XmlElement[] {
  const artists = inOrder(track.artists.filter((one) => !isDisplayed(one)));
  return [...artists, ...track.credits].map(({ name, role }, index) => ({
    '@SequenceNumber': index + 1,
    ContributorPartyReference: parties.referenceOf(name),
    ...roleOf(role, namespace),
  }));
}

function roleOf(key: string, namespace: string): XmlElement {
  const known = creditRoleData.rows().find((row) => row.key === key);
  const ownTerm = {
    '@Namespace': namespace,
    '@UserDefinedValue': known?.name ?? key,
    '#text': 'UserDefined',
  };
  if (known?.kind === 'instrument') {
    return { Role: 'Musician', InstrumentType: instrumentTerms.get(key) ?? ownTerm };
  }
  return { Role: roleTerms.get(key) ?? ownTerm };
}

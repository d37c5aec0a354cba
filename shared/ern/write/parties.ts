/** The parties of one message. Each is listed once, with a reference for use in the message. */
import { readIpi, readIsni } from '../../catalogue/rules/party-codes.ts';
import type { XmlElement } from '../xml/xml-document.ts';

interface Party {
  readonly name: string;
  /** The id of an artist. A party without one is the same as the first party with its name. */
  readonly id?: string;
  readonly isni?: string | null;
  readonly ipi?: string | null;
}

interface ListedParty {
  readonly name: string;
  readonly reference: string;
  id: string | undefined;
  codes: XmlElement | undefined;
}

export class Parties {
  readonly #parties: ListedParty[] = [];
  /** A release can have 200,000 credits. */
  readonly #byName = new Map<string, ListedParty[]>();

  /** @returns the reference of a party, such as P1. */
  referenceOf(named: Party): string {
    const { name, id } = named;
    const same = this.#byName
      .get(name)
      ?.find((each) => id === undefined || each.id === undefined || each.id === id);
    const party = same ?? this.#added(name);
    party.id ??= id;
    party.codes ??= codesOf(named);
    return party.reference;
  }

  #added(name: string): ListedParty {
    const party = { name, reference: `P${this.#parties.length + 1}`, id: undefined, codes: undefined };
    this.#parties.push(party);
    this.#byName.set(name, [...(this.#byName.get(name) ?? []), party]);
    return party;
  }

  /** The parties referred to so far. */
  list(): XmlElement {
    return {
      Party: this.#parties.map(({ name, reference, codes }) => ({
        PartyReference: reference,
        PartyName: { FullName: name },
        PartyId: codes,
      })),
    };
  }
}

/** @returns undefined without codes. */
function codesOf({ isni, ipi }: Party): XmlElement | undefined {
  const ISNI = isni ? readIsni(isni) : undefined;
  const IpiNameNumber = ipi ? readIpi(ipi) : undefined;
  return ISNI === undefined && IpiNameNumber === undefined ? undefined : { ISNI, IpiNameNumber };
}

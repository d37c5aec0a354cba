/** The parties of one message. Each is listed once, with a reference for use in the message. */
import { readIpi, readIsni } from '../../../catalogue/rules/party-codes.ts';
import type { XmlElement } from './xml-document.ts';

interface Party {
  readonly name: string;
  /** Of an artist. Others are the same party as the first one with their name. */
  readonly id?: string;
  readonly isni?: string | null;
  readonly ipi?: string | null;
}

export class Parties {
  readonly #parties: { readonly name: string; id: string | undefined; codes: XmlElement | undefined }[] = [];

  /** @returns the reference of a party, such as P1. */
  referenceOf({ name, id, isni, ipi }: Party): string {
    const same = this.#parties.findIndex(
      (each) => each.name === name && (id === undefined || each.id === undefined || each.id === id),
    );
    const index = same === -1 ? this.#parties.push({ name, id, codes: undefined }) - 1 : same;
    const party = this.#parties[index];
    if (party) {
      party.id ??= id;
      party.codes ??= codesOf(isni ?? '', ipi ?? '');
    }
    return `P${index + 1}`;
  }

  /** The parties referred to so far. */
  list(): XmlElement {
    return {
      Party: this.#parties.map(({ name, codes }, index) => ({
        PartyReference: `P${index + 1}`,
        PartyName: { FullName: name },
        PartyId: codes,
      })),
    };
  }
}

/** @returns undefined without codes. */
function codesOf(isni: string, ipi: string): XmlElement | undefined {
  const [ISNI, IpiNameNumber] = [readIsni(isni), readIpi(ipi)];
  return ISNI === undefined && IpiNameNumber === undefined ? undefined : { ISNI, IpiNameNumber };
}

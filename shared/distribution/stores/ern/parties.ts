/** The parties of one message. Each name is listed once, with a reference for use in the message. */
import type { XmlElement } from './xml-document.ts';

export class Parties {
  readonly #references = new Map<string, string>();

  /** @returns the reference of a party, such as P1. */
  referenceOf(name: string): string {
    const existing = this.#references.get(name);
    if (existing !== undefined) return existing;
    const reference = `P${this.#references.size + 1}`;
    this.#references.set(name, reference);
    return reference;
  }

  /** The parties referred to so far. */
  list(): XmlElement {
    return {
      Party: Array.from(this.#references, ([FullName, PartyReference]) => ({
        PartyReference,
        PartyName: { FullName },
      })),
    };
  }
}

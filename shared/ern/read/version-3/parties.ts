/** The parties of a message of ERN 3, which has them where they act instead of in a list. */

import { at, type XmlNode } from '../../xml/xml-tree.ts';
import { isTrue } from '../choice.ts';
import { renamed, withChildren, withText } from './elements.ts';

export class Parties {
  /** By what identifies them. */
  readonly #parties = new Map<string, { readonly reference: string; readonly node: XmlNode }>();

  /**
   * @param from an artist, contributor or label. @param names its names.
   * @returns an element that refers to the party.
   */
  reference(from: XmlNode, name: string, names = at(from, 'PartyName')): XmlNode {
    const ids = at(from, 'PartyId').map(idOf);
    const key = JSON.stringify([names, ids], (field, value) => (field === 'line' ? undefined : value));
    let party = this.#parties.get(key);
    if (!party) {
      const reference = `P${this.#parties.size + 1}`;
      const children = [withText(from, 'PartyReference', reference), ...names, ...ids];
      party = { reference, node: { ...withChildren(from, 'Party', children), attributes: {} } };
      this.#parties.set(key, party);
    }
    return withText(from, name, party.reference);
  }

  /** A label has one name, which is a text. */
  label(from: XmlNode): XmlNode {
    const name = withChildren(from, 'PartyName', [renamed(from, 'FullName')]);
    const { LanguageAndScriptCode: language } = from.attributes;
    const attributes = language === undefined ? {} : { LanguageAndScriptCode: language };
    return this.reference(from, 'ReleaseLabelReference', [{ ...name, attributes }]);
  }

  list(from: XmlNode): XmlNode {
    const parties = Array.from(this.#parties.values(), ({ node }) => node);
    return { ...withChildren(from, 'PartyList', parties), attributes: {} };
  }
}

const idOf = (id: XmlNode): XmlNode =>
  isTrue(id.attributes['IsISNI']) ? withChildren(id, 'PartyId', [renamed(id, 'ISNI')]) : id;

/** A NewReleaseMessage of ERN 4 with its resources by reference, while it is read. */

import { type AboutMessage, fieldName, type Note } from '../../catalogue/back-catalogue/reading/read-file.ts';
import { required } from '../../kit/values/required.ts';
import { type GenreOf, genresBy } from '../../reference/named-genres.ts';
import { at, textAt, textsAt, type XmlNode } from '../xml/xml-tree.ts';
import { omittedElements } from './omitted-elements.ts';
import { elementOf, placedFields } from './places.ts';
import { type CodedParties, codedParties } from './read-identifiers.ts';

export class Message {
  readonly root: XmlNode;
  readonly about: AboutMessage;
  readonly genreOf: GenreOf;
  /** Sound recordings, videos and images by reference. */
  readonly resources: ReadonlyMap<string, XmlNode>;
  /** The first track release of each resource. */
  readonly trackReleases: ReadonlyMap<string | undefined, XmlNode>;
  /** By reference. */
  readonly parties: ReadonlyMap<string | undefined, readonly XmlNode[]>;
  readonly codedParties: CodedParties;
  /** The first front cover of a message with one release, even if nothing refers to it. */
  readonly cover: XmlNode | undefined;
  /** By the references of releases and track releases. */
  readonly #deals = new Map<string, XmlNode[]>();
  readonly #referred = new Set<string>();
  readonly #texts = new Set<string>();
  readonly problems: string[] = [];
  readonly notes: Note[] = [];

  constructor(root: XmlNode, about: AboutMessage) {
    this.root = root;
    this.about = about;
    this.genreOf = about.genreOf ?? genresBy();
    const resources = at(root, 'ResourceList').flatMap(({ children }) => children);
    const byReference = Map.groupBy(resources, (node) => textAt(node, 'ResourceReference') ?? '');
    for (const [reference, nodes] of byReference)
      if (nodes.length > 1)
        this.problems.push(
          `${about.file}:${nodes.at(-1)?.line}: ${nodes.length} resources have ${reference === '' ? 'no reference' : `the reference ${reference}`}.`,
        );
    this.resources = new Map(
      Array.from(byReference, ([reference, [node]]) => [reference, required(node, 'Groups are not empty.')]),
    );
    const isOnly = at(root, 'ReleaseList', 'Release').length === 1;
    this.cover = isOnly ? resources.find(isFrontCover) : undefined;
    const releases = at(root, 'ReleaseList', 'TrackRelease');
    this.trackReleases = new Map(
      releases.toReversed().map((node) => [textAt(node, 'ReleaseResourceReference'), node]),
    );
    for (const deal of at(root, 'DealList', 'ReleaseDeal'))
      for (const reference of new Set(textsAt(deal, 'DealReleaseReference'))) {
        const deals = this.#deals.get(reference);
        if (deals) deals.push(deal);
        else this.#deals.set(reference, [deal]);
      }
    const parties = at(root, 'PartyList', 'Party');
    this.parties = Map.groupBy(parties, (party) => textAt(party, 'PartyReference'));
    this.codedParties = codedParties(parties);
    this.#noteOmitted(resources);
  }

  #noteOmitted(resources: readonly XmlNode[]): void {
    const { root } = this;
    for (const id of at(root, 'PartyList', 'Party', 'PartyId'))
      if (id.text !== '' || id.children.some(({ name }) => !/^(?:ISNI|IpiNameNumber)$/.test(name)))
        this.note('Identifiers of parties other than ISNI and IPI are omitted.');
    for (const path of omittedElements(root)) this.note(`${path} is omitted.`);
    if (textAt(root, 'MessageHeader', 'MessageControlType') === 'TestMessage')
      this.note('The sender marks the message as a test. It is imported.');
    for (const name of new Set(resources.map((node) => node.name)))
      if (!KNOWN_RESOURCES.has(name)) this.note(`Resources of the type ${name} are omitted.`);
    for (const { name } of at(root, 'ReleaseList').flatMap(({ children }) => children))
      if (/Release$/.test(name) && name !== 'Release' && name !== 'TrackRelease')
        this.note(`Releases of the type ${name} are omitted.`);
  }

  /** @returns the deals of a release or track release. */
  dealsOf(release: XmlNode | undefined): readonly XmlNode[] {
    const reference = textAt(release, 'ReleaseReference');
    return (reference === undefined ? undefined : this.#deals.get(reference)) ?? [];
  }

  /** Whether a reference is that of a sound recording or video. */
  isTrack(reference: string): boolean {
    const resource = this.resources.get(reference);
    return resource !== undefined && TRACKS.has(resource.name);
  }

  /** @param report gets the reason why the address cannot be used. */
  addressOf(uri: string, report: (sentence: string) => void): string | undefined {
    const resolved = this.about.resolve(uri);
    if ('url' in resolved) return resolved.url;
    report(resolved.fault);
    return undefined;
  }

  /** Remembers that a release uses the resource. */
  refersTo(reference: string): void {
    this.#referred.add(reference);
  }

  /** Remembers that a text of a recording was read, or that a note says why not. */
  readsText(reference: string): void {
    this.refersTo(reference);
    this.#texts.add(reference);
  }

  /** Call it after all releases were read. */
  noteUnused(): void {
    for (const [reference, { name }] of this.resources)
      if (name === 'Text' && this.#referred.has(reference) && !this.#texts.has(reference))
        this.note('Texts that are linked to no recording are omitted.');
      else if (KNOWN_RESOURCES.has(name) && !this.#referred.has(reference))
        this.note(
          `No imported release refers to the ${name} ${reference || 'without a reference'}, which is omitted.`,
        );
  }

  /** Records what the catalogue cannot hold, or what was chosen because the message does not say it. */
  note(note: string): void {
    this.notes.push({ note, place: this.about.file });
  }
}

export const isFrontCover = (node: XmlNode): boolean =>
  node.name === 'Image' && textAt(node, 'Type') === 'FrontCoverImage';

const TRACKS: ReadonlySet<string> = new Set(['SoundRecording', 'Video']);
const KNOWN_RESOURCES: ReadonlySet<string> = new Set(['SoundRecording', 'Video', 'Image', 'Text']);

interface Field {
  /** A field of the form. */
  readonly field: string;
  /** Place of the track in the list of tracks; undefined for the release. */
  readonly track?: number;
}

/** The faults of one release, with the places of its fields. */
export class Faults {
  readonly malformed = new Set<string>();
  readonly #message: Message;
  readonly #release: XmlNode;
  readonly #tracks = new Map<number, { readonly node: XmlNode; readonly where: string }>();

  constructor(message: Message, release: XmlNode) {
    this.#message = message;
    this.#release = release;
  }

  /** @param node the resource of a track. @param where its place for people. */
  addTrack(track: number, node: XmlNode, where: string): void {
    this.#tracks.set(track, { node, where });
  }

  /** @param line of the element, if it is not the one that the field is read from. */
  report(sentence: string, { line, ...at }: Field & { readonly line?: number }): void {
    this.omit(at);
    this.#message.problems.push(`${this.placeOf(at, { value: sentence, line })}: ${sentence}`);
  }

  /**
   * @param valueAt returns the value of a field.
   * @returns the places of all fields. They do not refer to the message, because an import keeps the places
   * of thousands of files in memory.
   */
  places(valueAt: (at: Field) => unknown): (at: Field) => string {
    const { file } = this.#message.about;
    const placesIn = (node: XmlNode, where: string, track?: number) => {
      const placeOf = (field: string) =>
        elementOf(node, field, valueAt({ field, ...(track !== undefined && { track }) }));
      const elements = new Map(placedFields.map((field) => [field, placeOf(field)]));
      return { where, elements, own: { line: node.line, path: node.name } };
    };
    const ofRelease = placesIn(this.#release, 'release');
    const ofTracks = new Map(
      Array.from(this.#tracks, ([track, { node, where }]) => [track, placesIn(node, where, track)]),
    );
    return ({ field, track }) => {
      const { where, elements, own } = ofTracks.get(track ?? -1) ?? ofRelease;
      const { line, path } = elements.get(field) ?? own;
      return `${file}:${line}: ${where}: ${field} (${path})`;
    };
  }

  /** Omits what the stage would say about a field, because it follows from something else. */
  omit({ field, track }: Field): void {
    this.malformed.add(fieldName(field, track));
  }

  /** @param value of the field, if it has one. @returns the file, the line, and the path of the element. */
  placeOf(
    { field, track }: Field,
    { value, line }: { value?: unknown; line?: number | undefined } = {},
  ): string {
    const ofTrack = track === undefined ? undefined : this.#tracks.get(track);
    const { node, where } = ofTrack ?? { node: this.#release, where: 'release' };
    const element = elementOf(node, field, value);
    return `${this.#message.about.file}:${line ?? element.line}: ${where}: ${field} (${element.path})`;
  }
}

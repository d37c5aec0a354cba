/** A NewReleaseMessage of ERN 4.3 with its resources and parties by reference, while it is read. */
import { fieldName, type Note, type Resolve } from '../read-release.ts';
import { partiesOf } from './read-credits.ts';
import { at, localName, textAt, type XmlNode } from './xml-tree.ts';

export interface About {
  /** The name of the file in messages. */
  readonly file: string;
  readonly resolve: Resolve;
}

export class Message {
  readonly root: XmlNode;
  readonly about: About;
  readonly parties: ReadonlyMap<string, string>;
  /** Sound recordings, videos and images by reference. */
  readonly resources: ReadonlyMap<string, XmlNode>;
  /** The track release of each resource. */
  readonly trackReleases: ReadonlyMap<string, XmlNode>;
  readonly problems: string[] = [];
  readonly notes: Note[] = [];

  constructor(root: XmlNode, about: About) {
    this.root = root;
    this.about = about;
    this.parties = partiesOf(root, (note) => this.note(note));
    const resources = at(root, 'ResourceList').flatMap(({ children }) => children);
    this.resources = new Map(resources.map((node) => [textAt(node, 'ResourceReference') ?? '', node]));
    const releases = at(root, 'ReleaseList', 'TrackRelease');
    this.trackReleases = new Map(
      releases.map((node) => [textAt(node, 'ReleaseResourceReference') ?? '', node]),
    );
    for (const name of new Set(resources.map((node) => node.name)))
      if (!KNOWN_RESOURCES.has(name)) this.note(`Resources of the type ${name} are omitted.`);
  }

  /** Records what the catalogue cannot hold, or what was chosen because the message does not say it. */
  note(note: string): void {
    this.notes.push({ note, place: this.about.file });
  }
}

const KNOWN_RESOURCES: ReadonlySet<string> = new Set(['SoundRecording', 'Video', 'Image']);

/** The faults of one release. */
export class Faults {
  readonly malformed = new Set<string>();
  readonly #message: Message;

  constructor(message: Message) {
    this.#message = message;
  }

  report(sentence: string, { field, track, where }: { field: string; track?: number; where: string }): void {
    this.malformed.add(fieldName(field, track));
    this.#message.problems.push(`${this.#message.about.file}: ${where}: ${field}: ${sentence}`);
  }
}

const NAMESPACE = /^http:\/\/(?:www\.)?ddex\.net\/xml\/ern\/(\d+)$/;
/** ERN 4.3, 4.3.1 and 4.3.2. */
const VERSIONS: ReadonlySet<string> = new Set(['43', '431', '432']);

/** @returns why the document is not a message that can be read, or undefined. */
export function messageFault({ name, attributes }: XmlNode): string | undefined {
  const namespaces = Object.entries(attributes).flatMap(([key, value]) =>
    localName(key) === key ? (key === 'xmlns' ? value : []) : key.startsWith('xmlns:') ? value : [],
  );
  const [digits] = namespaces.flatMap((each) => NAMESPACE.exec(each.trim())?.[1] ?? []);
  const version = digits ?? /^ern\/(\d+)$/.exec(attributes['MessageSchemaVersionId'] ?? '')?.[1];
  if (version === undefined) return 'The document is not a message of DDEX ERN 4.3.';
  if (!VERSIONS.has(version))
    return `The message has the version ERN ${[...version].join('.')}. Only ERN 4.3 can be imported.`;
  if (name !== 'NewReleaseMessage')
    return `A ${name} has no releases. Only NewReleaseMessage can be imported.`;
  return undefined;
}

/** The draft passed to hooks. Collects fields, problems and further changes. */
import type { Declared, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { pointerPart } from '../../jsonapi/document.ts';
import type { IgnoredMember } from '../../jsonapi/ignored-members.ts';
import type { Change } from '../../records/changes.ts';
import { initialFields } from '../../records/rows.ts';
import type { Json } from '../../table/item.ts';
import type { Write } from '../../table/write.ts';
import type { Problem } from '../../values/problems.ts';
import type { Draft, Steps } from './hooks.ts';

type LinkFields = (relatedId: string) => Readonly<Record<string, Json>>;

export class RecordDraft implements Draft<Declared> {
  id: string;
  readonly ownerId: string;
  readonly before: StoredRecord | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
  readonly sent = new Set<string>();
  readonly problems: Problem[] = [];
  readonly changes: Change[] = [];
  readonly writes: Write[] = [];
  readonly steps: Steps[] = [];
  readonly #resource: Resource;
  /** All fields to save, valid or not. */
  readonly fields: Record<string, Json>;
  readonly #rejected = new Set<string>();
  readonly #linked = new Map<string, readonly StoredRecord[]>();
  /** Sent linkage of relationships through link types. */
  readonly throughLinkage = new Map<string, readonly string[]>();
  readonly #linkFields = new Map<string, LinkFields>();
  readonly #links = new Map<string, readonly StoredRecord[]>();
  revealed: Readonly<Record<string, Json>> = {};
  readonly ignored: IgnoredMember[] = [];

  constructor(resource: Resource, about: Pick<RecordDraft, 'id' | 'ownerId' | 'before' | 'meta'>) {
    this.#resource = resource;
    this.id = about.id;
    this.ownerId = about.ownerId;
    this.before = about.before;
    this.meta = about.meta;
    this.fields = { ...initialFields(resource), ...about.before?.fields };
  }

  get isValid(): boolean {
    return this.problems.length === 0;
  }

  isSent(field: string): boolean {
    return this.sent.has(field);
  }

  valid(field: string): Json | undefined {
    return this.#rejected.has(field) ? undefined : this.fields[field];
  }

  linked(relationship: string): readonly StoredRecord[] {
    return this.#linked.get(relationship) ?? [];
  }

  linkage(relationship: string): readonly string[] | undefined {
    return this.throughLinkage.get(relationship);
  }

  linkFields(relationship: string, relatedId: string): Readonly<Record<string, Json>> {
    return this.#linkFields.get(relationship)?.(relatedId) ?? {};
  }

  setLink(relationship: string, fields: LinkFields): void {
    this.#linkFields.set(relationship, fields);
  }

  knowLinks(relationship: string, records: readonly StoredRecord[]): void {
    this.#links.set(relationship, records);
  }

  /** @returns the link records read by hooks, or undefined. */
  knownLinks(relationship: string): readonly StoredRecord[] | undefined {
    return this.#links.get(relationship);
  }

  set(changes: Readonly<Record<string, Json>>): void {
    for (const [name, value] of Object.entries(changes)) if (value !== undefined) this.fields[name] = value;
  }

  /** Sets a sent field, without a value if it is malformed. */
  accept(field: string, value: Json | undefined): void {
    this.sent.add(field);
    if (value !== undefined) this.fields[field] = value;
  }

  acceptLinkage(relationship: string, ids: readonly string[]): void {
    this.sent.add(relationship);
    this.throughLinkage.set(relationship, ids);
  }

  setLinked(relationship: string, records: readonly StoredRecord[]): void {
    this.#linked.set(relationship, records);
  }

  /** Also marks the fields in the pointers as invalid. */
  reject(...problems: readonly Problem[]): void {
    this.problems.push(...problems);
    const { attributes, relationships } = this.#resource;
    for (const { pointer = '' } of problems) {
      const [, , part, name = ''] = pointer.split('/');
      const members = part === 'attributes' ? attributes : part === 'relationships' ? relationships : {};
      const field = Object.keys(members).find((each) => pointerPart(each) === name);
      if (field !== undefined) this.#rejected.add(field);
    }
  }

  ignore(attribute: string): void {
    this.ignored.push({ pointer: `/data/attributes/${pointerPart(attribute)}`, nearest: null });
  }

  identify(id: string): void {
    this.id = id;
  }

  reveal(values: Readonly<Record<string, Json>>): void {
    this.revealed = { ...this.revealed, ...values };
  }

  also(...changes: readonly Change[]): void {
    this.changes.push(...changes);
  }

  write(...writes: readonly Write[]): void {
    this.writes.push(...writes);
  }

  around(steps: Steps): void {
    this.steps.push(steps);
  }
}

/** Whether the request allows a name that is already taken. */
export const allowsDuplicates = ({ smartCreation }: Resource, { meta }: Pick<RecordDraft, 'meta'>): boolean =>
  smartCreation?.duplicates !== undefined && meta[smartCreation.duplicates] === true;

/** A record about to be saved, as a value with what was sent and what was decided so far. */
import type { Declared, StoredRecord } from '../../declare/fields.ts';
import type { Resource } from '../../declare/resource.ts';
import { pointerPart } from '../../jsonapi/document.ts';
import type { IgnoredMember } from '../../jsonapi/ignored-members.ts';
import type { Change } from '../../records/changes.ts';
import type { Json } from '../../table/item.ts';
import type { Write } from '../../table/write.ts';
import type { Problem } from '../../values/problems.ts';
import type { Draft, LinksDecision, Steps, WriteDecision } from './hooks.ts';

type Computed = 'isValid' | 'isSent' | 'valid' | 'linked' | 'linkage';

interface DraftParts extends Omit<Draft<Declared>, Computed> {
  /** All fields to save, valid or not. */
  readonly fields: Readonly<Record<string, Json>>;
  readonly problems: readonly Problem[];
  /** Records in the sent linkage, by relationship. */
  readonly linkedRecords: ReadonlyMap<string, readonly StoredRecord[]>;
  /** Sent linkage of relationships through link types. */
  readonly throughLinkage: ReadonlyMap<string, readonly string[]>;
  /** What the rules decided about those links. */
  readonly links: Readonly<Record<string, LinksDecision | undefined>>;
  readonly changes: readonly Change[];
  readonly writes: readonly Write[];
  readonly steps: readonly Steps[];
  readonly revealed: Readonly<Record<string, Json>>;
  readonly ignored: readonly IgnoredMember[];
}

export interface RecordDraft extends DraftParts, Pick<Draft<Declared>, Computed> {}

export function newDraft(resource: Resource, parts: DraftParts): RecordDraft {
  const { fields, problems, sent } = parts;
  const invalid = invalidFields(resource, problems);
  return {
    ...parts,
    isValid: problems.length === 0,
    isSent: (field) => sent.has(field),
    valid: (field) => (invalid.has(field) ? undefined : fields[field]),
    linked: (relationship) => parts.linkedRecords.get(relationship) ?? [],
    linkage: (relationship) => parts.throughLinkage.get(relationship),
  };
}

export function withDecision(
  resource: Resource,
  draft: RecordDraft,
  decision: WriteDecision<Declared>,
): RecordDraft {
  const { id = draft.id, fields = {}, problems = [], also = [], writes = [], around } = decision;
  const { links = {}, revealed = {}, ignored = [] } = decision;
  const set = Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return newDraft(resource, {
    ...draft,
    id,
    fields: { ...draft.fields, ...Object.fromEntries(set) },
    problems: [...draft.problems, ...problems],
    changes: [...draft.changes, ...also],
    writes: [...draft.writes, ...writes],
    steps: around ? [...draft.steps, around] : draft.steps,
    links: { ...draft.links, ...links },
    revealed: { ...draft.revealed, ...revealed },
    ignored: [...draft.ignored, ...ignored.map(ignoredAttribute)],
  });
}

export const ignoredAttribute = (name: string): IgnoredMember => ({
  pointer: `/data/attributes/${pointerPart(name)}`,
  nearest: null,
});

/** @returns the fields in the pointers of problems. */
export function invalidFields(
  { attributes, relationships }: Resource,
  problems: readonly Problem[],
): ReadonlySet<string> {
  const names = problems.flatMap(({ pointer = '' }) => {
    const [, , part, name = ''] = pointer.split('/');
    const members = part === 'attributes' ? attributes : part === 'relationships' ? relationships : {};
    return Object.keys(members).find((each) => pointerPart(each) === name) ?? [];
  });
  return new Set(names);
}

/** Whether the request allows a name that is already taken. */
export const allowsDuplicates = ({ smartCreation }: Resource, { meta }: Pick<RecordDraft, 'meta'>): boolean =>
  smartCreation?.duplicates !== undefined && meta[smartCreation.duplicates] === true;

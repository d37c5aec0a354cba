/**
 * Gives records that differ from an export the values that they have there, as their owner would by the API: by the same
 * rules, and announced to the same receivers. What the API does not change, such as decisions and amounts, stays.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from '../../kit/commands/operation.ts';
import { decideDraft } from '../../kit/crud/write/decide.ts';
import type { WriteContext } from '../../kit/crud/write/hooks.ts';
import { change } from '../../kit/crud/write/update.ts';
import { isWritable } from '../../kit/declare/attribute.ts';
import type { StoredRecord } from '../../kit/declare/fields.ts';
import type { Relationship } from '../../kit/declare/relationship.ts';
import type { Resource } from '../../kit/declare/resource.ts';
import { documentOf, type Linkage, type WriteDocument } from '../../kit/jsonapi/document.ts';
import { parseLine, type RecordLine } from '../../kit/moves/record-line.ts';
import { wholeRecords } from '../../kit/moves/whole-records.ts';
import { decided } from '../../kit/records/decided.ts';
import type { Json } from '../../kit/table/item.ts';
import { Problems, problem } from '../../kit/values/problems.ts';
import { required } from '../../kit/values/required.ts';
import { contextOfUser } from '../context-of-user.ts';
import { definitions } from '../definitions.ts';

/** A record that differs from its line. */
export interface Differing {
  /** Of the line among those that were given. */
  readonly place: number;
  /** Of the record before it was changed. */
  readonly version: number;
  /** The members that are, or would be, changed back. */
  readonly members: readonly string[];
  /** The members that differ and that the API does not change. */
  readonly staying: readonly string[];
  /** Why the record is not changed back, as sentences. */
  readonly problems: readonly string[];
}

/** Types that users can change, which excludes users and the organization with their passwords and rights. */
const replaceable = definitions.resources.filter(
  ({ owner, operations }) => owner === 'user' && operations.includes('update'),
);

/** @throws invalid_value for types that the API does not change, such as payments. */
function resourceFor(type: string): Resource {
  const found = replaceable.find((each) => each.type === type);
  if (found) return found;
  const types = replaceable.map((each) => each.type).join(', ');
  throw problem('invalid_value', `Owners do not change ${type} by the API. These can be replaced: ${types}.`);
}

interface Replacing {
  readonly type: string;
  /** Those that the records must still have, or undefined to find out what would be changed. */
  readonly versions: readonly number[] | undefined;
}

/** @returns what differs, in the order of the lines. */
export async function replaceRecords(
  operation: Operation,
  lines: readonly object[],
  { type, versions }: Replacing,
): Promise<Differing[]> {
  const resource = resourceFor(type);
  const parsed = lines.map((line) => parseLine({ ...line }));
  const ids = parsed.map(({ id }) => id);
  const records = new Map(
    (await wholeRecords(operation.table, resource, ids)).map((each) => [each.id, each]),
  );
  const contexts = new Map<string, WriteContext>();
  const found: Differing[] = [];
  for (const [place, line] of parsed.entries()) {
    const record = records.get(line.id);
    if (record?.ownerId !== line.owner) continue;
    const differing = differingMembers(resource, record, line);
    if (differing.members.length + differing.staying.length === 0) continue;
    const context = contexts.get(line.owner) ?? (await contextOfUser(operation, line.owner));
    contexts.set(line.owner, context);
    const version = versions?.[place] ?? record.version;
    const about = { resource, id: line.id, document: documentIn(resource, line, differing.members) };
    const problems =
      differing.members.length === 0
        ? []
        : await (versions ? changedBack(context, about, version) : foreseen(context, about, record));
    found.push({ place, version, ...differing, problems });
  }
  return found;
}

/** Of the members of a line. Those that it lacks are newer than the export, and stay. */
function differingMembers(
  { attributes, relationships }: Resource,
  { fields }: StoredRecord,
  line: RecordLine,
): Pick<Differing, 'members' | 'staying'> {
  const declared = { ...attributes, ...relationships };
  const differing = Object.entries<Json>({ ...line.attributes, ...line.relationships }).flatMap(
    ([name, value]) => (isDeepStrictEqual(fields[name] ?? null, value) ? [] : [name]),
  );
  const isChangeable = (name: string) => isWritable(declared[name]?.writable ?? 'never', 'update');
  return {
    members: differing.filter(isChangeable),
    staying: differing.filter((name) => !isChangeable(name)),
  };
}

function documentIn(
  { attributes, relationships }: Resource,
  line: RecordLine,
  members: readonly string[],
): WriteDocument {
  const some = <T>(of: object, from: (name: string) => T) =>
    Object.fromEntries(
      members.filter((name) => Object.hasOwn(of, name)).map((name) => [name, from(name)] as const),
    );
  return documentOf(
    some(attributes, (name) => line.attributes[name]),
    some(relationships, (name) =>
      linkageOf(required(relationships[name], DECLARED), line.relationships[name] ?? null),
    ),
  );
}

const DECLARED = 'Only declared relationships can be changed.';

function linkageOf({ type }: Relationship, ids: string | readonly string[] | null): Linkage {
  const identifier = (id: string) => ({ type, id });
  if (ids === null) return null;
  return typeof ids === 'string' ? identifier(ids) : ids.map(identifier);
}

interface About {
  readonly resource: Resource;
  readonly id: string;
  readonly document: WriteDocument;
}

/** @returns why the record would not be changed. What only its write can find out, such as taken values, is not among it. */
const foreseen = (
  context: WriteContext,
  { resource, id, document }: About,
  record: StoredRecord,
): Promise<readonly string[]> =>
  sentencesOf(async () => {
    const updating = { id, record: Promise.resolve(record) };
    const { problems } = await decided(context, (deciding) =>
      decideDraft(deciding, resource, { document, updating }),
    );
    if (problems.length > 0) throw new Problems(problems);
  });

/** Changes the record if it has the version. @returns why it was not changed. */
const changedBack = (
  context: WriteContext,
  { resource, id, document }: About,
  version: number,
): Promise<readonly string[]> =>
  sentencesOf(async () => {
    const request = { ...context.request, headers: { 'if-match': `"${version}-"` } };
    await change({ ...context, request }, resource, { id, changeOf: () => ({ document }) });
  });

async function sentencesOf(run: () => Promise<void>): Promise<readonly string[]> {
  try {
    await run();
    return [];
  } catch (error) {
    if (!(error instanceof Problems)) throw error;
    return error.problems.map(({ detail }) => detail);
  }
}

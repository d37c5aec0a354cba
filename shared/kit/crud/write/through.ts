/** Creates and deletes the link records of to-many relationships through a link type. */
import { resourceOf } from '../../declare/api.ts';
import type { StoredRecord } from '../../declare/fields.ts';
import { type Through, throughOf } from '../../declare/relationship.ts';
import type { Resource } from '../../declare/resource.ts';
import { pointerPart } from '../../jsonapi/document.ts';
import type { Change } from '../../records/changes.ts';
import type { Linking } from '../../records/links.ts';
import type { Taken } from '../../records/outcome.ts';
import { newRecord } from '../../records/store.ts';
import { Problems } from '../../values/problems.ts';
import { required } from '../../values/required.ts';
import type { Context } from '../context.ts';
import { linkingTo } from '../read/backlinks.ts';
import { loadMany } from '../read/load.ts';
import type { RecordDraft } from './draft.ts';

/** @returns whether the same link was created concurrently. */
export const isLinkTaken = ({ relationships }: Resource, { resource, field }: Taken): boolean => {
  const fields = new Set(field.split('+'));
  return Object.values(relationships).some((each) => {
    const through = throughOf(each);
    return through?.type === resource.type && fields.has(through.near) && fields.has(through.far);
  });
};

/** Moves problems of created links to the relationship in the request. */
export function aboutThrough({ relationships }: Resource, draft: RecordDraft, error: unknown): unknown {
  if (!(error instanceof Problems)) return error;
  const names = new Map<string | undefined, string>();
  for (const name of draft.throughLinkage.keys()) {
    const through = throughOf(relationships[name]);
    for (const link of through ? [through.near, through.far] : [])
      if (!(link in relationships)) names.set(pointerTo(link), pointerTo(name));
  }
  return new Problems(
    error.problems.map((each) => {
      const pointer = names.get(each.pointer);
      return pointer === undefined ? each : { ...each, pointer };
    }),
  );
}

const pointerTo = (relationship: string): string => `/data/relationships/${pointerPart(relationship)}`;

/** @returns the links of a record through a link type, with strong consistency. */
export async function linksOf(
  context: Context,
  { type, near }: Through,
  { id }: StoredRecord,
): Promise<readonly Linking[]> {
  return (await linkingTo(context, resourceOf(context.api, type), { near, ids: [id] })).get(id) ?? [];
}

/** The links of a record by relationship name. */
export type KnownLinks = ReadonlyMap<string, readonly Linking[]>;

/** Whether links have changed between the reads of the request and of the hooks, which decided on others. */
export const areOutdated = (known: KnownLinks, { links }: Pick<RecordDraft, 'links'>): boolean =>
  [...known].some(([name, linking]) => {
    const read = links[name]?.known;
    return read && String(idsIn(linking)) !== String(idsIn(read));
  });

const idsIn = (links: readonly { readonly id: string }[]): string[] => links.map(({ id }) => id).sort();

/**
 * @param record the record after the write.
 * @param base links that the request was based on. Others are not changed.
 */
export async function throughChanges(
  context: Context,
  resource: Resource,
  { draft, record, base }: { draft: RecordDraft; record: StoredRecord; base?: KnownLinks | undefined },
): Promise<Change[]> {
  const changes = Array.from(draft.throughLinkage, async ([name, relatedIds]): Promise<Change[]> => {
    const through = throughOf(resource.relationships[name]);
    if (!through) return [];
    const { type, near, far } = through;
    const linkType = resourceOf(context.api, type);
    const { fields = () => ({}), known } = draft.links[name] ?? {};
    const linking = base?.get(name) ?? known ?? (draft.before ? await linksOf(context, through, record) : []);
    const related = ({ ids }: Linking) => required(ids[far], 'A link has both ends.');
    const gone = linking.filter((each) => !relatedIds.includes(related(each)));
    const present = new Set(linking.map(related));
    const added = relatedIds
      .filter((id) => !present.has(id))
      .map((id): Change => {
        const ofLink = { ...fields(id), [near]: record.id, [far]: id };
        return {
          resource: linkType,
          after: newRecord(context, linkType, { ownerId: record.ownerId, fields: ofLink }),
        };
      });
    const ids = gone.map(({ id }) => id);
    const deleted = await loadMany(context, linkType, ids, true);
    return [...Array.from(deleted.values(), (before): Change => ({ resource: linkType, before })), ...added];
  });
  return (await Promise.all(changes)).flat();
}

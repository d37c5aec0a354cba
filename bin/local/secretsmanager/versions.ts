/** The versions of a secret, and their staging labels. */
import * as v from 'valibot';
import { AwsError } from '../wire/aws-error.ts';

/** By version id. */
export const versionsSchema = v.record(
  v.string(),
  v.strictObject({ value: v.string(), stages: v.array(v.string()) }),
);
export type SecretVersions = Readonly<v.InferOutput<typeof versionsSchema>>;
type Version = SecretVersions[string];

const CURRENT = 'AWSCURRENT';
const PREVIOUS = 'AWSPREVIOUS';

const holderOf = (versions: SecretVersions, stage: string): string | undefined =>
  Object.keys(versions).find((id) => versions[id]?.stages.includes(stage));

/** @returns the version with the id or the label, or the current one. @throws AwsError if there is none. */
export function readVersion(
  versions: SecretVersions,
  sought: { readonly VersionId?: string | undefined; readonly VersionStage?: string | undefined },
): Version & { readonly id: string } {
  const id = sought.VersionId ?? holderOf(versions, sought.VersionStage ?? CURRENT);
  const version = id === undefined ? undefined : versions[id];
  if (id === undefined || !version) {
    throw new AwsError('ResourceNotFoundException', "Secrets Manager can't find the specified secret value.");
  }
  return { id, ...version };
}

/** Adds a version with its labels. The same one changes nothing. @throws AwsError if its id is taken. */
export function withVersion(
  versions: SecretVersions,
  { id, value, stages }: Version & { readonly id: string },
): SecretVersions {
  const same = versions[id];
  const taken = 'A version with another value has this ClientRequestToken.';
  if (same && same.value !== value) throw new AwsError('ResourceExistsException', taken);
  const added = { ...versions, [id]: same ?? { value, stages: [] } };
  return stages.reduce((all, stage) => labelled(all, stage, id), added);
}

export const moveSchema = v.object({
  SecretId: v.string(),
  VersionStage: v.string(),
  MoveToVersionId: v.optional(v.string()),
  RemoveFromVersionId: v.optional(v.string()),
});
type Move = v.InferOutput<typeof moveSchema>;

/** Moves a label. @throws AwsError when the label is not where the caller says it is. */
export function withStage(
  versions: SecretVersions,
  { VersionStage: stage, MoveToVersionId: to, RemoveFromVersionId: from }: Move,
): SecretVersions {
  const holder = holderOf(versions, stage);
  if (to !== undefined && !versions[to]) readVersion(versions, { VersionId: to });
  if (holder !== to && holder !== from) {
    const message = `Staging label ${stage} is attached to version ${holder}: name it in RemoveFromVersionId.`;
    throw new AwsError('InvalidParameterException', message);
  }
  return labelled(versions, stage, to);
}

function labelled(versions: SecretVersions, stage: string, to: string | undefined): SecretVersions {
  const from = holderOf(versions, stage);
  if (from === to) return versions;
  const moved = Object.entries(versions).map(([id, { value, stages }]) => {
    const others = stages.filter((each) => each !== stage);
    return [id, { value, stages: id === to ? [...others, stage] : others }] as const;
  });
  const after: SecretVersions = Object.fromEntries(moved);
  // A version without labels is kept, as on AWS for some time: the next call may label it.
  return stage === CURRENT && from !== undefined ? labelled(after, PREVIOUS, from) : after;
}

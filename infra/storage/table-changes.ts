/** Which changes of a table CloudFormation rejects, or makes by replacing the table: none of them can be deployed. */

interface KeyElement {
  readonly AttributeName: string;
  readonly KeyType: string;
}

interface Index {
  readonly IndexName: string;
  readonly KeySchema: readonly KeyElement[];
  readonly Projection: {
    readonly ProjectionType: string;
    readonly NonKeyAttributes?: readonly string[] | undefined;
  };
}

/** The properties of a table in a template that decide. */
export interface TableShape {
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly Index[] | undefined;
}

/** @returns a sentence for each reason why a table of the first shape cannot be updated to the second; else none. */
export function rejectedChanges(before: TableShape, after: TableShape): string[] {
  const old = indexesOf(before);
  const now = indexesOf(after);
  const changed = [...now.keys()].filter((name) => {
    const index = old.get(name);
    return index !== undefined && index !== now.get(name);
  });
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  return [
    ...(keyText(before.KeySchema) === keyText(after.KeySchema)
      ? []
      : ['The key of the table differs, and a table cannot get other keys.']),
    ...changed.map(
      (name) =>
        `The key or the projection of the index ${name} differs, and an index cannot be changed: add one with another name.`,
    ),
    ...(added.length + removed.length > 1 ? [oneAtATime(added, removed)] : []),
  ];
}

function oneAtATime(added: readonly string[], removed: readonly string[]): string {
  const parts = [
    ...added.map((name) => `the index ${name} is added`),
    ...removed.map((name) => `the index ${name} is removed`),
  ];
  const text = parts.join(', ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, and a deployment can add or remove only one.`;
}

/** What makes each index the one it is, by its name. */
const indexesOf = ({ GlobalSecondaryIndexes: indexes = [] }: TableShape): ReadonlyMap<string, string> =>
  new Map(
    indexes.map(({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) => [
      IndexName,
      [keyText(KeySchema), ProjectionType, ...NonKeyAttributes.toSorted()].join(' '),
    ]),
  );

const keyText = (key: readonly KeyElement[]): string =>
  key.map(({ AttributeName, KeyType }) => `${KeyType}=${AttributeName}`).join(' ');

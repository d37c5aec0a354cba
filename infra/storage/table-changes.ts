/** Finds table changes that cannot be deployed, because CloudFormation rejects them or replaces the table. */

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

/** The relevant properties of a table in a template. */
export interface TableShape {
  readonly KeySchema: readonly KeyElement[];
  readonly GlobalSecondaryIndexes?: readonly Index[] | undefined;
}

/** @returns the reasons why the table cannot be updated, as sentences. */
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
      : ['The key of the table differs, but cannot be changed.']),
    ...changed.map(
      (name) =>
        `The key or projection of the index ${name} cannot be changed. Add an index with another name.`,
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
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}, but a deployment can add or remove only one.`;
}

/** @returns the immutable properties of each index by name. */
const indexesOf = ({ GlobalSecondaryIndexes: indexes = [] }: TableShape): ReadonlyMap<string, string> =>
  new Map(
    indexes.map(({ IndexName, KeySchema, Projection: { ProjectionType, NonKeyAttributes = [] } }) => [
      IndexName,
      [keyText(KeySchema), ProjectionType, ...NonKeyAttributes.toSorted()].join(' '),
    ]),
  );

const keyText = (key: readonly KeyElement[]): string =>
  key.map(({ AttributeName, KeyType }) => `${KeyType}=${AttributeName}`).join(' ');

/** The ids of reference data in this process, for checks of rows that name them and for what errors suggest. */

export interface ReferenceRow {
  readonly id: string;
  /** What people call it: its name or key first, then its codes. */
  readonly names: readonly string[];
}

/** Each is called when it is needed first. */
interface Remembered {
  readonly rows: () => readonly ReferenceRow[];
  readonly ids: () => ReadonlySet<string>;
}

const byType = new Map<string, Remembered>();

export function rememberReference(type: string, data: Remembered): void {
  byType.set(type, data);
}

/** @returns false only if this process has the data of the type, and the id is not in it. */
export const canExist = (type: string, id: string): boolean => byType.get(type)?.ids().has(id) ?? true;

/** @returns nothing if this process does not have the data of the type. */
export const referenceRows = (type: string): readonly ReferenceRow[] => byType.get(type)?.rows() ?? [];

/** The ids of reference data in this process, for checks of rows that name them. */

const idsByType = new Map<string, () => ReadonlySet<string>>();

/** @param ids is called when the first row with an id of the type is read. */
export function rememberIds(type: string, ids: () => ReadonlySet<string>): void {
  idsByType.set(type, ids);
}

/** @returns false only if this process has the data of the type, and the id is not in it. */
export const canExist = (type: string, id: string): boolean => idsByType.get(type)?.().has(id) ?? true;

/** What the result of a command that only reads says of rows that it could not read. */

/** The member of the result that names them. It is absent if all rows could be read. */
export const DAMAGE = 'cannot-be-read';

export interface Damage {
  readonly count: number;
  /** The first of them. */
  readonly rows: readonly { readonly type: string; readonly id: string; readonly why: string }[];
}

/** Finds the user who signs in with an e-mail address. */
import { findHolder, uniqueValue } from '../../kit/records/unique-values.ts';
import type { Table } from '../../kit/table/table.ts';
import { type Problems, problem } from '../../kit/values/problems.ts';

/** @throws unknown_record */
export async function userOfEmail(table: Table, email: string): Promise<string> {
  const value = uniqueValue('users', { owner: 'platform', field: 'email', values: [email] });
  const userId = await findHolder(table, value);
  if (userId === undefined) throw unknownEmail(email);
  return userId;
}

export const unknownEmail = (email: string): Problems =>
  problem('unknown_record', `There is no user with the e-mail address ${email}.`);

/** The source of lines of statements, by id. Statements are listed by list-statements.ts. */
import type { RecordSource } from '../../kit/declare/record-source.ts';
import type { Viewing } from '../../kit/declare/view.ts';
import { firstMember } from '../../usage/earnings/earning-sums.ts';
import { groupText, statementGroups } from '../statement-groups.ts';
import { readFiltered } from './selected-lines.ts';
import { readStatementId, statementRecord } from './statement-records.ts';

export const statementSource: RecordSource = {
  rejections: ['statement_in_preparation', 'response_too_large'],
  ownerIn: (id) => readStatementId(id).ownerId,
  async find(ids, viewing) {
    const found = await Promise.all(ids.map((id) => findLine(id, viewing)));
    return found.filter((record) => record !== undefined);
  },
  owned: () => notListed(),
  linking: () => notListed(),
};

async function findLine(id: string, viewing: Viewing) {
  const { period, member, currency, ...of } = readStatementId(id);
  if (!statementGroups.includes(groupText(of.by))) return undefined;
  const [month] = await readFiltered(viewing, { ...of, range: { from: period, to: period } });
  const lines = await month?.linesOf(firstMember(member));
  const line = lines?.find((each) => each.member === member && each.currency === currency);
  const record = line && statementRecord(of, { ...line, period });
  // Other ids say the same in another order.
  return record?.id === id ? record : undefined;
}

const notListed = (): never => {
  throw new Error('All statements of an owner are too long for one list.');
};

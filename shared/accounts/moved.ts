/** How organizations and users move to another stage, with capabilities. Passwords move only sealed. */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Particulars, recordFile } from '../kit/moves/record-file.ts';
import { rowMissing } from '../kit/table/expressions.ts';
import { users } from './api/users.ts';
import { whiteLabels } from './api/white-labels.ts';
import { isErased } from './erased-user.ts';
import { accessKey, credentialsKey } from './keys.ts';
import { newAccess } from './sign-in/access.ts';
import { capabilities } from './sign-in/caller.ts';
import { hashPassword } from './sign-in/passwords.ts';

const members = v.object({ capabilities: v.optional(v.array(v.picklist(capabilities)), []) });

/** Sessions stay behind. */
const movedUsers: Particulars<typeof users> = {
  async readBeside({ table }, records) {
    const keys = records.flatMap(({ id }) => [accessKey(id), credentialsKey(id)]);
    const rows = new Map((await table.getMany(keys, true)).map((row) => [String(row['pk']), row]));
    return new Map(
      records.map(({ id }) => {
        const hash = rows.get(credentialsKey(id).pk)?.['hash'];
        const granted = rows.get(accessKey(id).pk)?.['capabilities'] ?? [];
        const secret = hash === undefined ? undefined : String(hash);
        return [id, { members: { capabilities: granted }, secret }];
      }),
    );
  },

  /** Without a secret, nobody knows the password, and `reset-password` sets another. */
  async restore(_store, record, { members: sent = {}, secret }) {
    const { role, 'is-disabled': isDisabled } = record.fields;
    const account = { userId: record.id, organizationId: record.ownerId, role, isDisabled };
    const access = newAccess({ ...account, ...v.parse(members, sent) });
    if (isErased(record)) return { record, writes: [access] };
    const hash = secret ?? (await hashPassword(randomUUID()));
    return {
      record,
      writes: [access, { put: { ...credentialsKey(record.id), hash }, condition: rowMissing }],
    };
  },
};

export const movedAccounts = [
  recordFile(whiteLabels, { omitted: ['read-only-since'] }),
  recordFile(users, movedUsers),
];

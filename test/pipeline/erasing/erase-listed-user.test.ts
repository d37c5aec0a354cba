/** Erasing a user of a list that has snapshots. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as users } from '../../../functions/users/handler.ts';
import { users as userType } from '../../../shared/accounts/api/users.ts';
import { forget } from '../../../shared/kit/lists/list-memory.ts';
import { readList } from '../../../shared/kit/lists/read-list.ts';
import { deciding } from '../../../shared/kit/records/deciding.ts';
import { CHECK, foldTask, listId } from '../../../shared/kit/records/fold-work.ts';
import { layoutOf } from '../../../shared/kit/records/layout.ts';
import { newRecord, save, storeOf } from '../../../shared/kit/records/store.ts';
import { journalKey } from '../../../shared/kit/table/keys.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { CLAIM_SECONDS } from '../../../shared/kit/work/claim.ts';
import { batchesOf } from '../../../shared/platform/batches.ts';
import { api } from '../../../shared/service/api.ts';
import { call, newAdmin, type Person } from '../../support/calls.ts';
import { expectAllowed } from '../../support/grants.ts';
import { killedAfterEveryStep } from '../every-step.ts';
import { saveStage } from '../saved-stage.ts';
import { skipStream, work, workFor } from '../stream-stage.ts';
import { now, pass, queue, redeliver } from '../work-stage.ts';
import {
  EMAIL,
  erase,
  FINISHED_MINUTES,
  fillDetails,
  NAME,
  newEve,
  PHONE,
  TEXTS,
  useErasingUsers,
} from './erasing-users.ts';

const { bucket, accesses, found } = useErasingUsers();
let ada: Person;
let eve: Person;

describe('a long list of users', () => {
  const MANY = 160;
  const letters = (length: number) => randomUUID().replaceAll('-', '').repeat(8).slice(0, length);
  const list = () => ({
    ...{ type: 'users', ownerId: ada.organizationId },
    layout: layoutOf(userType, api.keys.users),
  });

  async function fold(): Promise<void> {
    const id = listId('users', ada.organizationId, CHECK);
    await new Table().commit([{ put: foldTask(id, now()) }]);
    await workFor(3);
  }

  async function fill(): Promise<void> {
    const store = storeOf(api, { table: new Table(), now: now() });
    const made = Array.from({ length: MANY }, () =>
      newRecord(store, userType, {
        ownerId: ada.organizationId,
        fields: {
          ...{ name: letters(200), lastname: letters(200), email: `${randomUUID()}@example.com` },
          ...{ role: 'label', dsps: [] },
        },
      }),
    );
    for (const some of batchesOf(made, 10))
      await save(
        deciding(store),
        some.map((after) => ({ resource: userType, after })),
      );
  }

  let putBack: () => Promise<void>;
  beforeAll(async () => {
    ada = await newAdmin();
    await fill();
    eve = await newEve(ada, EMAIL);
    await workFor(2);
    // The journal keeps this change until the fold of the erasure, because it lies between the first two snapshots.
    await fillDetails(eve);
    pass(60);
    await fold();
    // A former snapshot, which nothing else deletes for two months.
    pass(3600);
    await fold();
    await call(users, 200, {
      ...{ method: 'PATCH', path: `/users/${eve.userId}`, token: eve.token },
      body: { data: { type: 'users', id: eve.userId, attributes: { phone: `${PHONE}1` } } },
    });
    expect((await bucket.files('lists/users')).size).toBeGreaterThan(1);
    expect(Object.keys(await found(TEXTS))).toEqual(TEXTS.slice(0, 4));
    const { [NAME]: places = [] } = await found([NAME]);
    expect(places.filter((at) => at.startsWith('lists/users/')).length).toBeGreaterThan(1);
    pass(60);
    putBack = await saveStage({ queues: queue(), bucket });
  });

  const begin = async () => {
    await putBack();
    await skipStream();
    queue().lose();
    forget(list());
    await erase(eve.userId);
  };
  const end = async (about: string) => {
    queue().lose();
    pass(CLAIM_SECONDS);
    redeliver();
    await work();
    await workFor(FINISHED_MINUTES + 3);
    expect(await erase(eve.userId), about).toMatchObject({ 'finished-at': expect.any(String) });
    expect(await found(TEXTS), about).toEqual({});
    expect((await readList(new Table(), list()))?.length, about).toBe(MANY + 2);
  };
  const run = () => workFor(FINISHED_MINUTES).catch(() => undefined);

  it('loses the name in all of its snapshots, even if the function is killed after any step', async () => {
    expect(await killedAfterEveryStep({ begin, run, end })).toBeGreaterThan(5);
  });
});

it('erase-data is allowed to do all this, including to delete rows of journals that are folded', () => {
  expect(accesses.length).toBeGreaterThan(100);
  expect(accesses).toContainEqual({
    action: 'BatchWriteItem',
    partition: journalKey('users', ada.organizationId, '').pk,
  });
  expectAllowed(accesses, 'erase-data');
});

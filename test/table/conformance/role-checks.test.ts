/** The comparison of what functions do in tests with the permissions of their roles. */
import { expect, it } from 'vitest';
import { handler as labels } from '../../../functions/labels/handler.ts';
import { credentialsKey } from '../../../shared/accounts/keys.ts';
import { SNAPSHOT_PREFIX } from '../../../shared/kit/lists/snapshot.ts';
import { dynamo } from '../../../shared/kit/table/client.ts';
import { Table } from '../../../shared/kit/table/table.ts';
import { Bucket } from '../../../shared/platform/bucket/bucket.ts';
import { send } from '../../../shared/platform/queue/queue.ts';
import { environment } from '../../../shared/platform/settings.ts';
import { call, signUp } from '../../support/calls.ts';
import { useStores } from '../../support/distribution/stores.ts';
import { currentRole, inRole, outsideOfRoles, takeDenials } from '../../support/role-checks.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { withTable } from '../../support/table.ts';

withTable();
useStores();
const { name } = withBucket();

type Work = () => Promise<unknown>;

const readRow: Work = () => new Table().get(credentialsKey('1'));
const writeRow: Work = () => new Table().commit([{ delete: credentialsKey('1') }]);
const readObject: Work = () => new Bucket(name).has(`${SNAPSHOT_PREFIX}1`);
const sendMessage: Work = () => send(environment('STORE_QUEUE_URL'), [{ body: {} }]);

it.each([
  ['read a row', readRow, 'labels', 'labels: GetItem credentials#1', 'auth'],
  ['write a row', writeRow, 'labels', 'labels: DeleteItem credentials#1', 'users'],
  ['read an object', readObject, 'auth', 'auth: S3 HeadObject lists/1', 'fold-lists'],
  ['send a message', sendMessage, 'labels', /^labels: SQS SendMessageBatch .*Store$/, 'publish-changes'],
])('a function that may not %s is denied that, and another is not', async (_, work, other, denial, owner) => {
  await inRole(owner, work)();
  expect(takeDenials()).toEqual([]);
  await inRole(other, work)().catch(() => undefined);
  expect(takeDenials()).toEqual([typeof denial === 'string' ? denial : expect.stringMatching(denial)]);
  await inRole(other, () => outsideOfRoles(work))();
  expect(takeDenials()).toEqual([]);
});

it('the handlers of functions run in their roles', async () => {
  const roles = new Set<string | undefined>();
  dynamo().middlewareStack.add(
    (next) => (call) => {
      roles.add(currentRole());
      return next(call);
    },
    { step: 'build' },
  );
  const { token } = await signUp();
  expect(roles).toEqual(new Set(['operate', 'auth']));
  roles.clear();
  await call(labels, 200, { path: '/labels', token });
  expect(roles).toEqual(new Set(['labels']));
});

it('a function that may not list objects gets a 403 for one that does not exist', async () => {
  await expect(inRole('labels', readObject)()).rejects.toThrow('S3 responded with 403.');
  expect(takeDenials()).toEqual([]);
  expect(await inRole('fold-lists', readObject)()).toBe(false);
});

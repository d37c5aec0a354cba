/** Erasing users on a separate stage: real functions, table, stream, queue and bucket, and the test's clock. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll } from 'vitest';
import { eraserWith } from '../../../functions/erase-data/handler.ts';
import { folderWith } from '../../../functions/fold-lists/handler.ts';
import { handler as users } from '../../../functions/users/handler.ts';
import { LONGEST_FOLD_MS } from '../../../shared/kit/lists/forget-earlier.ts';
import { call, PASSWORD, type Person, signIn } from '../../support/calls.ts';
import { command } from '../../support/distribution/stores.ts';
import { type Access, askedBy, hearTable } from '../../support/grants.ts';
import { placesOf } from '../../support/stored-text.ts';
import { withBucket } from '../../support/stores/local-bucket.ts';
import { comeBetween, revive, stopThrottling, takeStep } from '../steps.ts';
import { now, queue, useWorkStage } from '../work-stage.ts';

export const NAME = 'Persephone';
export const EMAIL = `persephone-${randomUUID()}@example.com`;
export const PHONE = '+49 30 901820';
export const TEXTS = [NAME, EMAIL, PHONE, 'lastname-of-eve', 'from-the-old-system'];

export const FINISHED_MINUTES = Math.ceil((2 * LONGEST_FOLD_MS) / 60_000) + 3;

/** Call once per file. */
export function useErasingUsers() {
  const clock = { now, random: () => 0.5 };
  const accesses: Access[] = [];
  const eraser = eraserWith(clock);
  useWorkStage({
    consumers: {
      Fold: folderWith(clock),
      async Erasure(event) {
        let response: Awaited<ReturnType<typeof eraser>> = { batchItemFailures: [] };
        const asked = await askedBy(async () => {
          response = await eraser(event);
        });
        accesses.push(...asked);
        return response;
      },
    },
    streams: true,
  });
  const bucket = withBucket();
  beforeAll(() => {
    comeBetween(queue());
    hearTable();
    bucket.beforeWrite = async () => takeStep();
  });
  afterEach(() => {
    revive();
    stopThrottling();
  });
  return {
    bucket,
    /** What erase-data does with the table. */
    accesses,
    /** @returns where the texts stand in the table and the bucket. */
    found: (texts: readonly string[]) => placesOf(bucket, texts),
  };
}

/** @returns the second administrator of the organization. */
export async function newEve(of: Person, email: string, name = NAME): Promise<Person> {
  const given = { name, email, 'admin-password': PASSWORD };
  const made = Object(await command('add-admin', { 'organization-user-id': of.userId, ...given }));
  return { ...of, userId: String(made['admin-id']), email, token: await signIn(email) };
}

export async function fillDetails(person: Person): Promise<void> {
  const attributes = { lastname: 'lastname-of-eve', phone: PHONE };
  const path = `/users/${person.userId}`;
  const data = { type: 'users', id: person.userId, attributes };
  await call(users, 200, { method: 'PATCH', path, token: person.token, body: { data } });
}

export const erase = (id: string) => command('erase-user', { 'user-id': id });

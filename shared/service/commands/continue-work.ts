/** Makes background work due again that was stopped after many attempts without an outcome. */
import type { Run } from '../../kit/commands/listed.ts';
import { problem } from '../../kit/values/problems.ts';
import { continueWork } from '../../kit/work/faulty-work.ts';
import type { continueWork as declared } from '../commands.ts';
import { kindsOfWork } from '../kinds-of-work.ts';

export const run = (async ({ kind: name, id }, { table, now }) => {
  const kind = kindsOfWork.find((each) => each.name === name);
  if (!kind) {
    const names = kindsOfWork.map((each) => each.name).join(', ');
    throw problem('unknown_record', `There is no kind of work ${name}. The kinds are ${names}.`);
  }
  const isContinued = await continueWork(table, kind, { id, now });
  if (!isContinued) throw problem('unknown_record', `No stopped work of the kind ${name} has the id ${id}.`);
  return { kind: name, id, 'next-attempt-at': now.toISOString() };
}) satisfies Run<typeof declared>;

/** How the console names people. */
import { expect, it } from 'vitest';
import { personOf } from '../../../../../bin/operator/console/page/people.ts';

it.each([
  ['operator arn:aws:sts::123456789012:assumed-role/Reviewer/ada', null, 'operator ada'],
  ['operator ada', undefined, 'operator ada'],
  ['user 17', 'Ada Byron', 'Ada Byron'],
  ['user 17', null, 'user 17'],
  ['service', null, 'the service'],
])('%s with the name %s is %s', (actor, name, shown) => {
  expect(personOf({ actor, ...(name !== undefined && { 'actor-name': name }) })).toBe(shown);
});

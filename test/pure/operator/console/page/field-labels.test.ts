/** Sentences of commands in forms. */
import { expect, it } from 'vitest';
import { inFields } from '../../../../../bin/operator/console/page/field-labels.ts';

it('sentences name fields by their labels, and leave other arguments as they are', () => {
  expect(inFields('--user-id must be an id.', ['user-id'])).toBe('“User id” must be an id.');
  expect(inFields('<id> is required.', ['id'], { id: 'Request' })).toBe('“Request” is required.');
  expect(inFields('With --enable, see list-commands --stage x.', ['enable'])).toBe(
    'With “Enable”, see list-commands --stage x.',
  );
});

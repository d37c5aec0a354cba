/** The e-mail address of a user, as an argument. */
import * as v from 'valibot';
import { value } from '../../kit/commands/declare.ts';

export const emailArgument = value(
  v.pipe(v.string('must be an e-mail address'), v.includes('@', 'must be an e-mail address')),
  { placeholder: 'EMAIL', help: 'e-mail address the user signs in with' },
);

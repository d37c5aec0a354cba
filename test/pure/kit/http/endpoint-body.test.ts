/** The plain JSON body of an endpoint, parsed by its declaration. */
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { defineEndpoint } from '../../../../shared/kit/declare/endpoint.ts';
import { showsNothing } from '../../../../shared/kit/declare/shown-response.ts';
import { readBody } from '../../../../shared/kit/http/endpoint-body.ts';
import { parseForm } from '../../../../shared/kit/http/form.ts';
import { toRequest } from '../../../../shared/kit/http/gateway.ts';
import { eventOf } from '../../../support/event-of.ts';

const plain = {
  name: 'sign-in',
  group: 'auth',
  method: 'POST',
  path: '/auth/sign-in',
  access: 'public',
  contentType: 'application/json',
  summary: 'Sign in',
  response: showsNothing(204),
} as const;
const email = v.pipe(v.string('must be a text'), v.trim(), v.includes('@', 'must be an e-mail address'));
const endpoint = defineEndpoint({
  ...plain,
  body: {
    email,
    code: v.optional(v.number('must be a number')),
  },
});
const read = (body: unknown) =>
  readBody({ ...toRequest(eventOf({ path: '/auth/sign-in' })), body }, endpoint);

it('a body has the declared members as their schemas return them', () => {
  expect(read({ email: ' a@b.example ', code: 7, other: true })).toEqual({ email: 'a@b.example', code: 7 });
});

it.each([undefined, null, 'text', 7, []])('a body of %j rather than an object is rejected', (body) => {
  expect(() => read(body)).toThrow(
    expect.objectContaining({
      problems: [{ code: 'malformed_document', detail: 'The body must be a JSON object.', pointer: '' }],
    }),
  );
});

it('a body is rejected with all missing and invalid members', () => {
  expect(() => read({})).toThrow(
    expect.objectContaining({
      problems: [
        { code: 'required', detail: 'email is required.', pointer: '/email' },
        { code: 'required', detail: 'code is required.', pointer: '/code' },
      ],
    }),
  );
  expect(() => read({ email: 'nobody', code: 'x' })).toThrow(
    expect.objectContaining({
      problems: [
        { code: 'invalid_value', detail: 'email must be an e-mail address.', pointer: '/email' },
        { code: 'invalid_value', detail: 'code must be a number.', pointer: '/code' },
      ],
    }),
  );
});

it('an inherited member of an object counts as missing', () => {
  const own = defineEndpoint({ ...plain, body: { toString: v.unknown() } });
  expect(() => readBody({ ...toRequest(eventOf({ path: '/' })), body: {} }, own)).toThrow(
    'toString is required.',
  );
});

it('an endpoint without a body reads no members', () => {
  const bare = defineEndpoint({ ...plain, body: null });
  expect(readBody({ ...toRequest(eventOf({ path: '/' })), body: { email: 'x' } }, bare)).toEqual({});
});

it('a form body has the same members, even under their alternative names', () => {
  const form = { aliases: { email: 'username' } };
  const withForm = defineEndpoint({ ...plain, body: { email, code: v.optional(v.string()) }, form });
  const readForm = (text: string) => readBody({ body: parseForm(text) }, withForm);
  const code = '7';
  expect(readForm('email=a@b.example&code=7&other=1')).toEqual({ email: 'a@b.example', code });
  expect(readForm('username=+a%40b.example&code=7')).toEqual({ email: 'a@b.example', code });
  expect(() => readForm('code=7&code=8')).toThrow(
    expect.objectContaining({
      problems: [
        { code: 'required', detail: 'email or username is required.', pointer: '/email' },
        { code: 'invalid_value', detail: 'code must be sent only once.', pointer: '/code' },
      ],
    }),
  );
  const twice = {
    code: 'invalid_value',
    detail: 'email or username must be sent only once.',
    pointer: '/email',
  };
  expect(() => readForm('email=a@b.example&code=7&username=a@b.example')).toThrow(
    expect.objectContaining({ problems: [twice] }),
  );
});

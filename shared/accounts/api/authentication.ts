/** Signing in and out (specification 5), and changing the password. */
import * as v from 'valibot';
import { anyText, integer, text, timestamp } from '../../kit/declare/attribute.ts';
import { defineEndpoint } from '../../kit/declare/endpoint.ts';
import { showsDocument, showsNothing } from '../../kit/declare/shown-response.ts';
import { password } from '../rules/password.ts';

const group = 'auth';
const contentType = 'application/json';
/** Shared by requests about the caller's own sign-in. */
const own = { group, access: 'signed-in', budget: 'account', contentType, body: null } as const;
const message = showsDocument(v.strictObject({ message: v.string() }));

export const signIn = defineEndpoint({
  name: 'sign-in',
  group,
  method: 'POST',
  path: '/oauth/token',
  access: 'public',
  contentType,
  body: {
    // Any text: control characters are allowed in passwords.
    email: anyText(1, 255),
    password: anyText(1, 1024),
    grant_type: v.literal('password', 'must be password'),
  },
  // As libraries for OAuth 2.0 send it (RFC 6749, 4.3.2).
  form: { aliases: { email: 'username' } },
  summary: 'Sign in',
  response: showsDocument(
    v.strictObject({ access_token: v.string(), token_type: v.literal('Bearer'), expires_in: integer(1) }),
  ),
  rejections: ['invalid_credentials', 'account_disabled', 'rate_limit_exceeded'],
});

export const me = defineEndpoint({
  name: 'me',
  ...own,
  method: 'GET',
  path: '/auth/me',
  summary: 'Read the signed-in user',
  response: showsDocument(
    v.strictObject({
      user: v.strictObject({
        id: integer(1),
        name: text(1, 255),
        email: text(1, 255),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    }),
  ),
});

export const signOut = defineEndpoint({
  name: 'sign-out',
  ...own,
  method: 'POST',
  path: '/auth/logout',
  endsSessions: true,
  summary: 'End the current session',
  response: message,
});

export const signOutEverywhere = defineEndpoint({
  name: 'sign-out-everywhere',
  ...own,
  method: 'POST',
  path: '/auth/logout-all',
  endsSessions: true,
  summary: 'End all sessions of the caller',
  response: message,
});

export const changePassword = defineEndpoint({
  name: 'change-password',
  ...own,
  method: 'POST',
  path: '/auth/password',
  body: { current_password: anyText(1, 1024), new_password: password },
  summary: 'Change the password of the caller and end all other sessions',
  response: showsNothing(204),
  rejections: ['wrong_password'],
});

/** Signing in and out (specification 5). */
import * as v from 'valibot';
import { anyText } from './define/attribute.ts';
import { defineEndpoint } from './define/endpoint.ts';

const group = 'auth';
const contentType = 'application/json';

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
});

export const me = defineEndpoint({
  name: 'me',
  group,
  method: 'GET',
  path: '/auth/me',
  access: 'signed-in',
  contentType,
  body: null,
});

export const signOut = defineEndpoint({
  name: 'sign-out',
  group,
  method: 'POST',
  path: '/auth/logout',
  access: 'signed-in',
  contentType,
  body: null,
});

export const signOutEverywhere = defineEndpoint({
  name: 'sign-out-everywhere',
  group,
  method: 'POST',
  path: '/auth/logout-all',
  access: 'signed-in',
  contentType,
  body: null,
});

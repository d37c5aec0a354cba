/** Characters that names, descriptions and addresses may contain on all routes. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { handler as operate } from '../../../../functions/operate/handler.ts';
import { handler as users } from '../../../../functions/users/handler.ts';
import { call, newAdmin, PASSWORD, type Person } from '../../../support/calls.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const handlers = { artists, labels, users };

const create = (status: number, type: keyof typeof handlers, attributes: object) =>
  call(handlers[type], status, {
    method: 'POST',
    path: `/${type}`,
    token: ada.token,
    body: { data: { type, attributes } },
  });

async function rejectionOf(type: keyof typeof handlers, attributes: object) {
  const { body } = await create(422, type, attributes);
  return body.errors.map((error: { source: { pointer: string }; detail: string }) => [
    error.source.pointer,
    error.detail,
  ]);
}

const newUser = (attributes: object) => ({
  name: 'Grace',
  email: `${randomUUID()}@example.com`,
  password: PASSWORD,
  role: 'label',
  ...attributes,
});

describe('a name', () => {
  it.each(['\u200b', '\u3164', '\u115f\u1160', '\u2800', ' \u00a0 ', '\ufe0f', '\ue000', '\ufdd0', '\u202e'])(
    'must not consist of %j',
    async (name) => {
      const rejection = [['/data/attributes/name', 'name must not be empty.']];
      for (const type of ['labels', 'artists'] as const) {
        expect(await rejectionOf(type, { name })).toEqual(rejection);
      }
      expect(await rejectionOf('users', newUser({ name }))).toEqual(rejection);
    },
  );

  it.each(['a\nb', 'a\rb', 'a\tb', 'a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\u2028b'])(
    'must not be %j',
    async (name) => {
      for (const [pointer] of await rejectionOf('labels', { name })) {
        expect(pointer).toBe('/data/attributes/name');
      }
    },
  );

  it.each(['a\ue000', '\uf8ff Music', 'a\ufdd0', 'a\u{1ffff}', 'a\u{10fffd}b', 'exe\u202e.gpm', '\u202da'])(
    'must not contain the invisible characters of %j',
    async (name) => {
      const rejection = [
        ['/data/attributes/name', expect.stringContaining('must not contain invisible characters')],
      ];
      for (const type of ['labels', 'artists'] as const)
        expect(await rejectionOf(type, { name })).toEqual(rejection);
      expect(await rejectionOf('users', newUser({ name }))).toEqual(rejection);
    },
  );

  it.each([
    ['a family of emoji', '👩‍👩‍👧‍👦 Band'],
    ['a flag of tags', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a Persian word with a non-joiner', 'می‌خواهم'],
    ['a Devanagari word with a joiner', 'क्‍ष'],
    ['a heart with its variation selector', '❤️'],
    ['Hebrew with a direction mark', 'שלום\u200f!'],
    ['a Hebrew name within isolates', 'by \u2068שלום\u2069'],
  ])('can be %s and is stored as sent', async (_, name) => {
    expect((await create(201, 'labels', { name })).body.data.attributes.name).toBe(name);
  });
});

describe('a multi-line text', () => {
  const lines = 'First\r\nSecond\n\n\tThird 👩‍👧';

  it('keeps its line breaks and tabs', async () => {
    const label = await create(201, 'labels', { name: randomUUID(), description: lines });
    expect(label.body.data.attributes.description).toBe(lines);
    const artist = await create(201, 'artists', { name: randomUUID(), bio: lines });
    expect(artist.body.data.attributes.bio).toBe(lines);
  });

  it('must not contain other control characters', async () => {
    for (const control of ['\0', '\u0007', '\u001b', '\u007f', '\u009b']) {
      const [[pointer]] = await rejectionOf('artists', { name: 'Bell', bio: `a${control}b` });
      expect(pointer).toBe('/data/attributes/bio');
    }
  });
});

describe('an e-mail address', () => {
  it.each(['\u200b', '\u202e', '\u2028', '\u00a0', '\ufeff', '\u3164', '\u2800'])(
    'must not contain %j',
    async (hidden) => {
      const email = `ad${hidden}min-${randomUUID()}@example.com`;
      expect(await rejectionOf('users', newUser({ email }))).toEqual([
        ['/data/attributes/email', 'email must not contain invisible characters.'],
      ]);
      const outcome = await operate({
        command: 'create-organization',
        arguments: { name: 'Org', 'admin-name': 'Ada', 'admin-email': email, 'admin-password': PASSWORD },
        actor: 'test',
      });
      expect(outcome).toMatchObject({ problems: [{ detail: expect.stringContaining('--admin-email') }] });
    },
  );
});

it('a password with control characters can be used to sign in', async () => {
  const password = 'Tab\tand\u0007Bell';
  const attributes = newUser({ password });
  await create(201, 'users', attributes);
  await call(auth, 200, {
    method: 'POST',
    path: '/oauth/token',
    body: { email: attributes.email, password, grant_type: 'password' },
    headers: { 'content-type': 'application/json' },
  });
});

it('names from an operator must not be invisible or contain control characters', async () => {
  for (const name of ['a\nb', '\u3164']) {
    const outcome = await operate({
      command: 'create-organization',
      arguments: {
        name,
        'admin-name': name,
        'admin-email': `${randomUUID()}@example.com`,
        'admin-password': PASSWORD,
      },
      actor: 'test',
    });
    expect(outcome).toMatchObject({
      problems: [
        { detail: expect.stringMatching(/^--name/) },
        { detail: expect.stringMatching(/^--admin-name/) },
      ],
    });
  }
});

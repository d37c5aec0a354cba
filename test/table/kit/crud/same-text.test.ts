/** Sign-in, unique values, smart creation and filters agree on which texts are the same, over all of Unicode. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { handler as artists } from '../../../../functions/artists/handler.ts';
import { handler as auth } from '../../../../functions/auth/handler.ts';
import { handler as labels } from '../../../../functions/labels/handler.ts';
import { handler as users } from '../../../../functions/users/handler.ts';
import { isVisible } from '../../../../shared/kit/values/characters.ts';
import { isEmailAddress } from '../../../../shared/kit/values/email.ts';
import { call, newAdmin, PASSWORD, type Person, signIn } from '../../../support/calls.ts';
import { checkProperty } from '../../../support/check-property.ts';
import { withTable } from '../../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

/** Letters that compose with a mark in only one case, such as T with diaeresis. */
const TRICKY = [
  'T\u0308',
  '\u1e97',
  'J\u030c',
  '\u01f0',
  'W\u030a',
  'H\u0331',
  '\u03aa\u0301',
  '\u0390',
  '\u0130',
  '\u1e9e',
  '\ufb03',
  '\u03a3',
];
const piece = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom(...TRICKY) },
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 2 })
    .filter((each) => /^[\p{L}\p{M}\p{N}]+$/u.test(each)),
);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
const spelling = fc.constantFrom<(text: string) => string>(
  (text) => text.toUpperCase(),
  (text) => text.toLowerCase(),
  (text) => text.normalize('NFD'),
  (text) => text.normalize('NFC'),
  (text) => text.toLowerCase().normalize('NFD'),
);

/** Compares spellings by the case and composition rules of Unicode instead of the function under test. */
const hasOneForm = (text: string): boolean =>
  text.toUpperCase().toLowerCase().normalize('NFC') === text.toLowerCase().normalize('NFC');

const post = async (handler: typeof labels, data: { type: string; attributes: object }, status = 201) =>
  (await call(handler, status, { method: 'POST', path: `/${data.type}`, token: ada.token, body: { data } }))
    .body;
const userOf = async (email: string): Promise<string> =>
  String((await call(auth, 200, { path: '/auth/me', token: await signIn(email) })).body.user.id);
const newUser = async (email: string, status = 201) =>
  post(
    users,
    { type: 'users', attributes: { name: 'Grace', email, password: PASSWORD, role: 'label' } },
    status,
  );
const nameAs =
  (handler: typeof labels, type: string) =>
  async (name: string): Promise<string> =>
    (await post(handler, { type, attributes: { name } })).data.id;

describe('two e-mail addresses that compare equal', () => {
  it('cannot both exist, and both sign in to one account', async () => {
    await checkProperty(
      fc.asyncProperty(word, spelling, async (local, spell) => {
        const domain = `${randomUUID()}.example`;
        const email = `${local}@${domain}`;
        const other = `${spell(local)}@${domain}`;
        fc.pre(hasOneForm(email) && isEmailAddress(email) && isEmailAddress(other));
        const { data } = await newUser(email);
        const { errors } = await newUser(other, 422);
        expect(errors[0].source.pointer).toBe('/data/attributes/email');
        expect(await userOf(email)).toBe(data.id);
        expect(await userOf(other)).toBe(data.id);
      }),
      { runs: 8 },
    );
  });
});

describe.each([
  ['labels', labels],
  ['artists', artists],
] as const)('%s', (type, handler) => {
  const create = nameAs(handler, type);
  const found = async (query: string): Promise<string[]> => {
    const path = `/${type}?page[size]=100&filter[name]=${encodeURIComponent(query)}`;
    const { data } = (await call(handler, 200, { path, token: ada.token })).body;
    return data.map(({ id }: { id: string }) => id);
  };

  it('are one record for any spelling of a name, and the filter accepts each spelling', async () => {
    await checkProperty(
      fc.asyncProperty(word, spelling, async (name, spell) => {
        const suffix = ` ${randomUUID()}`;
        const one = name + suffix;
        const other = ` ${spell(name)}${suffix.toUpperCase()} `;
        fc.pre(hasOneForm(one) && isVisible(name));
        const id = await create(one);
        expect(await create(other)).toBe(id);
        expect(await found(one)).toEqual([id]);
        expect(await found(other)).toEqual([id]);
        expect(await create(`${one}a`)).not.toBe(id);
      }),
      { runs: 12 },
    );
  });
});

/** Names with invisible characters, which make no second artist or label. */
import { beforeAll, expect, it } from 'vitest';
import { newAdmin, type Person } from '../../support/calls.ts';
import { ask } from '../../support/distribution/release.ts';
import { withTable } from '../../support/table.ts';

withTable();
let ada: Person;
beforeAll(async () => {
  ada = await newAdmin();
});

const post = async (type: string, name: string) =>
  (await ask(ada, 201, 'POST', `/${type}`, { data: { type, attributes: { name } } })).body.data;

it.each(['artists', 'labels'])('%s with the same visible name are one, even concurrently', async (type) => {
  const { id } = await post(type, 'Ada Quist');
  const hidden = [
    '\u200bAda Quist',
    'Ada Quist\u00ad',
    'Ada\u200d Qui\u2060st',
    'Ada Quist\u3164',
    '\u2800Ada Qu\uffa0ist\u115f\u1160',
    '\ufeffADA \u200eQUIST\u200c',
  ];
  const all = await Promise.all(hidden.map((name) => post(type, name)));
  expect(all.map((each) => each.id)).toEqual(hidden.map(() => id));
  const other = await post(type, 'Bo\u200b');
  expect(other.attributes.name).toBe('Bo');
  const renamed = { data: { type, id: other.id, attributes: { name: 'Ada\u00ad Quist' } } };
  const { errors } = (await ask(ada, 422, 'PATCH', `/${type}/${other.id}`, renamed)).body;
  expect(errors).toMatchObject([{ code: 'value_taken' }]);
});

it('a joiner that changes a word is kept', async () => {
  const name = 'می\u200cخواهم';
  const { id, attributes } = await post('artists', name);
  expect(attributes.name).toBe(name);
  expect((await post('artists', 'میخواهم')).id).not.toBe(id);
});

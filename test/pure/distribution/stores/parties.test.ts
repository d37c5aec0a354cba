import { expect, it } from 'vitest';
import { Parties } from '../../../../shared/distribution/stores/ern/parties.ts';

it('thousands of parties are listed in a second, each once', () => {
  const parties = new Parties();
  const began = process.cpuUsage();
  const names = Array.from({ length: 30_000 }, (_, index) => `Name ${index}`);
  const references = [...names, ...names].map((name) => parties.referenceOf({ name }));
  expect(process.cpuUsage(began).user).toBeLessThan(1e6);
  expect(new Set(references).size).toBe(30_000);
  expect(parties.list()['Party']).toHaveLength(30_000);
});

it('two artists of one name are two parties, and a credit of that name is the first', () => {
  const parties = new Parties();
  const [first, second, credit] = [{ id: '1' }, { id: '2' }, {}].map((more) =>
    parties.referenceOf({ name: 'Ada Quist', ...more }),
  );
  expect([first, second, credit]).toEqual(['P1', 'P2', 'P1']);
});

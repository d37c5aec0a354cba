import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  artistIdsIn,
  type Credit,
  preparedCredits,
  type SentCredits,
} from '../../../../shared/catalogue/rules/credits.ts';
import { comparable } from '../../../../shared/kit/values/comparable.ts';
import { checkProperty } from '../../../support/check-property.ts';

const known = {
  before: [] as readonly Credit[],
  listedRoles: new Set(['violin', 'drums', 'piano_tuner']),
  artistRoles: new Set(['producer', 'composer']),
  artists: new Set([17, 18]),
};
const BASE = '/data/attributes/extended-credits';

const prepared = (sent: unknown, more: Partial<SentCredits> = {}) =>
  preparedCredits({ ...known, ...more, sent });

function accepted(sent: unknown, more?: Partial<SentCredits>): readonly Credit[] {
  const result = prepared(sent, more);
  if ('problems' in result) throw new Error(JSON.stringify(result.problems));
  return result.credits;
}

function rejected(sent: unknown, more?: Partial<SentCredits>): string[] {
  const result = prepared(sent, more);
  if ('credits' in result) throw new Error(`${JSON.stringify(sent)} is accepted.`);
  return result.problems.map(({ pointer = '' }) => pointer.replace(BASE, ''));
}

const violin = (name: string, more: object = {}) => ({ role: 'violin', name, ...more });
const names = (credits: readonly Credit[]) => credits.map(({ name }) => name);

describe('a list of credits', () => {
  it.each([[null], ['x'], [1], [true], [{}], [{ 0: violin('Ann') }]])('cannot be %j', (sent) => {
    expect(rejected(sent)).toEqual(['']);
  });

  it('has at most 200 items', () => {
    const many = Array.from({ length: 201 }, (_, index) => violin(`Ann ${index}`));
    expect(accepted(many.slice(1))).toHaveLength(200);
    expect(rejected(many)).toEqual(['']);
    expect(rejected(Array.from({ length: 5000 }, () => 1))).toEqual(['']);
  });

  it('can be empty', () => {
    expect(accepted([])).toEqual([]);
  });

  it('shows exactly four members, with null for a missing artist', () => {
    expect(accepted([violin(' Ann ', { id: 1, constructor: 2, 'artist-ids': [3] })])).toEqual([
      { role: 'violin', name: 'Ann', 'artist-id': null, position: 1 },
    ]);
    expect(accepted([violin('Ann', { 'artist-id': 17, position: 9 })])).toEqual([
      { role: 'violin', name: 'Ann', 'artist-id': 17, position: 1 },
    ]);
  });

  it.each([[null], [1], ['violin'], [[]], [[violin('Ann')]], [true]])('cannot have the item %j', (item) => {
    expect(rejected([violin('Ann'), item])).toEqual(['/1']);
  });

  it.each([
    ['a missing role', { name: 'Ann' }, ['/0/role']],
    ['a role that is null', { role: null, name: 'Ann' }, ['/0/role']],
    ['a role that is a number', { role: 7, name: 'Ann' }, ['/0/role']],
    ['an unknown role', { role: 'kazoo player', name: 'Ann' }, ['/0/role']],
    ['a role of another case', { role: 'Violin', name: 'Ann' }, ['/0/role']],
    ['the name of a property of objects as the role', { role: 'constructor', name: 'Ann' }, ['/0/role']],
    ['a core artist role', { role: 'producer', name: 'Ann' }, ['/0/role']],
    ['a missing name', { role: 'violin' }, ['/0/name']],
    ['a name that is null', violin('', { name: null }), ['/0/name']],
    ['a name that is a number', violin('', { name: 7 }), ['/0/name']],
    ['an empty name', violin(''), ['/0/name']],
    ['a name of spaces', violin(' \t '), ['/0/name']],
    ['an invisible name', violin('\u200b'), ['/0/name']],
    ['a name of 256 characters', violin('\u{1f3bb}'.repeat(256)), ['/0/name']],
    ['a name of two lines', violin('Ann\nBob'), ['/0/name']],
    ['a name with a null byte', violin('Ann\0'), ['/0/name']],
    ['a name with a lone surrogate', violin('Ann\ud800'), ['/0/name']],
    ['an artist given as text', violin('Ann', { 'artist-id': '17' }), ['/0/artist-id']],
    ['an artist that is not a whole number', violin('Ann', { 'artist-id': 17.5 }), ['/0/artist-id']],
    ['the artist 0', violin('Ann', { 'artist-id': 0 }), ['/0/artist-id']],
    ['an artist beyond 2^53', violin('Ann', { 'artist-id': 2 ** 53 }), ['/0/artist-id']],
    ["an artist who is not the caller's", violin('Ann', { 'artist-id': 19 }), ['/0/artist-id']],
    ['a position given as text', violin('Ann', { position: '1' }), ['/0/position']],
    ['the position 0', violin('Ann', { position: 0 }), ['/0/position']],
    ['a position that is not a whole number', violin('Ann', { position: 1.5 }), ['/0/position']],
    ['an empty object', {}, ['/0/role', '/0/name']],
    [
      'four wrong members',
      { role: 'producer', name: [], 'artist-id': {}, position: -1 },
      ['/0/name', '/0/artist-id', '/0/position', '/0/role'],
    ],
  ])('is rejected for %s', (_, item, pointers) => {
    expect(rejected([item]).toSorted()).toEqual(pointers.toSorted());
  });

  it('describes each fault in a sentence, with a separate code for missing members', () => {
    const problems = (sent: unknown) => {
      const result = prepared(sent);
      return 'problems' in result ? result.problems : [];
    };
    expect(problems([{ name: 'Ann' }, 1, violin('Ann', { position: '1' })])).toEqual([
      {
        code: 'required',
        detail: expect.stringMatching(/^extended-credits\.0\.role .+\.$/),
        pointer: `${BASE}/0/role`,
      },
      {
        code: 'invalid_value',
        detail: expect.stringMatching(/^extended-credits\.1 .+\.$/),
        pointer: `${BASE}/1`,
      },
      {
        code: 'invalid_value',
        detail: expect.stringMatching(/^extended-credits\.2\.position .+\.$/),
        pointer: `${BASE}/2/position`,
      },
    ]);
    expect(problems([{ role: 'producer', name: 'Ann' }])).toMatchObject([
      { detail: 'extended-credits.0.role is an artist role; use track-artists instead.' },
    ]);
    expect(problems('x')).toEqual([
      { code: 'invalid_value', detail: expect.stringMatching(/^extended-credits .+\.$/), pointer: BASE },
    ]);
  });

  it('reports the faults of all items in separate problems', () => {
    const items = [violin('Ann'), { role: 'kazoo' }, violin('Bob', { 'artist-id': 1, position: 0 }), null];
    expect(rejected(items)).toEqual(['/1/name', '/1/role', '/2/position', '/2/artist-id', '/3']);
  });

  it('measures trimmed names in characters', () => {
    const longest = '\u{1f3bb}'.repeat(255);
    expect(names(accepted([violin(`  ${longest}\n`)]))).toEqual([longest]);
  });

  it('has each name once per role, ignoring case, form and artist', () => {
    const sent = [
      violin('José'),
      violin('JOSE\u0301', { 'artist-id': 17 }),
      { ...violin('josé'), role: 'drums' },
      violin('Jose'),
      violin(' josé ', { 'artist-id': 18 }),
    ];
    expect(rejected(sent)).toEqual(['/1/name', '/4/name']);
    expect(names(accepted([sent[0], sent[2], sent[3]]))).toEqual(['José', 'Jose', 'josé']);
  });
});

describe('the order of credits', () => {
  it('is by first use of each role, then by position, with missing positions last', () => {
    const sent = [
      { role: 'drums', name: 'D3' },
      violin('V2', { position: 7 }),
      { role: 'drums', name: 'D1', position: 5 },
      violin('V3', { position: 7 }),
      { role: 'drums', name: 'D4', position: null },
      violin('V1', { position: 1 }),
      { role: 'drums', name: 'D2', position: Number.MAX_SAFE_INTEGER },
    ];
    const credits = accepted(sent);
    expect(names(credits)).toEqual(['D1', 'D2', 'D3', 'D4', 'V1', 'V2', 'V3']);
    expect(credits.map(({ position }) => position)).toEqual([1, 2, 3, 4, 1, 2, 3]);
  });
});

describe('a role that is no longer listed', () => {
  const before: readonly Credit[] = [
    { role: 'tape_operator', name: 'Ann', 'artist-id': null, position: 1 },
    { role: 'gone', name: 'Bob', 'artist-id': 17, position: 1 },
    { role: 'producer', name: 'Eve', 'artist-id': null, position: 1 },
  ];

  it('is accepted for an existing credit of the track at any position', () => {
    const sent = [
      { role: 'gone', name: ' BOB ', 'artist-id': 17 },
      { role: 'tape_operator', name: 'Ann', position: 9 },
    ];
    expect(accepted(sent, { before }).map(({ role, position }) => `${role} ${position}`)).toEqual([
      'gone 1',
      'tape_operator 1',
    ]);
  });

  it.each([
    ['another name', { role: 'tape_operator', name: 'Bob' }],
    ['another artist', { role: 'tape_operator', name: 'Ann', 'artist-id': 17 }],
    ['no artist', { role: 'gone', name: 'Bob' }],
    ['a core artist role, even if it was stored', { role: 'producer', name: 'Eve' }],
  ])('is rejected with %s', (_, item) => {
    expect(rejected([item], { before })).toEqual(['/0/role']);
  });
});

describe('the artists of a sent list', () => {
  it('are the distinct well-formed ids', () => {
    const artists = [17, 18, 17, '19', 0, -1, 1.5, null, undefined, 20];
    const sent = artists.map((artist) => violin('Ann', { 'artist-id': artist }));
    expect(artistIdsIn([...sent, null, 7])).toEqual([17, 18, 20]);
    expect(artistIdsIn(null)).toEqual([]);
    expect(artistIdsIn(Array.from({ length: 201 }, () => sent[0]))).toEqual([]);
  });
});

/** Deliberately written differently from the code, item by item and with searches. */
function model(sent: readonly Readonly<Record<string, unknown>>[]): string[] | Credit[] {
  const same = (left: unknown, right: unknown) => comparable(String(left)) === comparable(String(right));
  const problems = sent.flatMap(({ role, name, 'artist-id': artist, position }, index) => {
    const isNamed = typeof name === 'string' && name.trim() !== '';
    const earlier = sent.slice(0, index).some((each) => each['role'] === role && same(each['name'], name));
    return [
      ...(role === 'violin' || role === 'drums' ? [] : ['role']),
      ...(isNamed && !(typeof role === 'string' && earlier) ? [] : ['name']),
      ...(artist === undefined || artist === null || artist === 17 ? [] : ['artist-id']),
      ...(position === undefined || position === null || Number(position) >= 1 ? [] : ['position']),
    ].map((member) => `/${index}/${member}`);
  });
  if (problems.length > 0) return problems.toSorted();
  const roles = [...new Set(sent.map(({ role }) => role))];
  const left = [...sent];
  const ordered: Credit[] = [];
  for (const role of roles) {
    for (let position = 1; left.some((each) => each['role'] === role); position++) {
      const candidates = left.filter((each) => each['role'] === role);
      const placed = candidates.filter((each) => typeof each['position'] === 'number');
      const lowest = Math.min(...placed.map((each) => Number(each['position'])));
      const next = placed.find((each) => each['position'] === lowest) ?? candidates[0] ?? {};
      left.splice(left.indexOf(next), 1);
      const artist = typeof next['artist-id'] === 'number' ? next['artist-id'] : null;
      ordered.push({ role: String(role), name: String(next['name']).trim(), 'artist-id': artist, position });
    }
  }
  return ordered;
}

const item = fc.record(
  {
    role: fc.constantFrom<unknown>('violin', 'violin', 'drums', 'drums', 'producer', 'kazoo', 7),
    name: fc.constantFrom<unknown>('Ann', ' ann', 'Bob', 'José', 'JOSÉ', 'C1', 'C2', 'C3', '', ' ', null),
    'artist-id': fc.constantFrom<unknown>(17, 17, null, 19, '17'),
    position: fc.constantFrom<unknown>(1, 1, 2, 3, 50, null, 0),
  },
  { requiredKeys: ['role', 'name'] },
);
const validItem = fc.record(
  {
    role: fc.constantFrom('violin', 'drums'),
    name: fc.string({ minLength: 1, maxLength: 4, unit: fc.constantFrom('a', 'B', 'é', '\u{1f3bb}') }),
    'artist-id': fc.constantFrom(17, null),
    position: fc.constantFrom(1, 2, 3, null),
  },
  { requiredKeys: ['role', 'name'] },
);

it.each([
  ['any items', fc.array(item, { maxLength: 6 })],
  ['mostly valid items', fc.array(validItem, { maxLength: 12 })],
])('lists of %s are rejected or stored as in the model', (_, lists) => {
  return checkProperty(
    fc.property(lists, (sent) => {
      const result = prepared(sent);
      const expected = model(sent);
      if ('credits' in result) expect(result.credits).toEqual(expected);
      else expect(rejected(sent).toSorted()).toEqual(expected);
    }),
    { runs: 1000 },
  );
});

/** The texts on types, which stand beside their declarations, are published, complete and right. */
import { expect, it } from 'vitest';
import { conventions, notes, notesIn, paragraphsOf } from '../../../bin/openapi/notes.ts';
import { MAX_PAIRS } from '../../../shared/catalogue/api/album-dsps.ts';
import { MAX_IGNORED, MAX_NAME } from '../../../shared/kit/jsonapi/ignored-members.ts';
import { api } from '../../../shared/service/api.ts';

/** About which there is nothing to say besides their fields and operations. */
const plain = [
  'white-labels',
  'track-match-distributors',
  'track-match-alpha-artists',
  'track-match-gamma-artists',
];

it('every type has a text, unless it is plain or reference data', () => {
  const others = api.resources.filter(({ type, owner }) => owner !== 'platform' && !(type in notes));
  expect(others.map(({ type }) => type).toSorted()).toEqual(plain.toSorted());
});

it('a text without a type is an error that names it', () => {
  expect(() => notesIn(['catalogue/api/lables.md'])).toThrow('no declared type: catalogue/api/lables.md');
});

it('a paragraph becomes one line, and a list keeps its lines', () => {
  expect(paragraphsOf('It has\ntwo lines.\n\nThese:\n- one\n- two\n')).toEqual([
    'It has two lines.',
    'These:\n- one\n- two',
  ]);
});

it('texts state the limits of the code', () => {
  expect(notes['album-dsps']?.join(' ')).toContain(`a list of 1 to ${MAX_PAIRS} album-dsps`);
  const ignored = conventions.find((each) => each.startsWith('**Ignored members.**'));
  expect(ignored).toContain(`a name of more than ${MAX_NAME} characters`);
  expect(ignored).toContain(`At most ${MAX_IGNORED} members`);
});

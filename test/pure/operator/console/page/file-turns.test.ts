/** In which order the console loads pictures. */
import { expect, it } from 'vitest';
import { takeTurn } from '../../../../../bin/operator/console/page/file-turns.ts';

it('at most two pictures per owner and four in all load at a time', () => {
  const begun: string[] = [];
  const take = (owner: string, name: string) => takeTurn(owner, () => begun.push(name));
  const ends = [take('slow', 'a'), take('slow', 'b'), take('slow', 'c'), take('other', 'd')];
  expect(begun).toEqual(['a', 'b', 'd']);
  ends.push(take('third', 'e'), take('third', 'f'));
  expect(begun).toEqual(['a', 'b', 'd', 'e']);
  ends[3]?.();
  ends[3]?.();
  expect(begun).toEqual(['a', 'b', 'd', 'e', 'f']);
  // It has not begun, and never does.
  ends[2]?.();
  ends[0]?.();
  expect(begun).toEqual(['a', 'b', 'd', 'e', 'f']);
  for (const end of ends) end();
  take('slow', 'g')();
  expect(begun.at(-1)).toBe('g');
});

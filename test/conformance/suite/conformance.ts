/** All suites together, for an API small enough to be tested in one file. */
import { describe } from 'vitest';
import type { World } from '../world.ts';
import { describeAccess } from './access.ts';
import { describeAnswers } from './answers.ts';
import { describeDocuments } from './documents.ts';
import { describeLists } from './lists.ts';
import { describePaths } from './paths.ts';

/** @example describeConformance('a catalogue', new World({ definitions, handlers, examples })) */
export function describeConformance(name: string, world: World): void {
  describe(name, () => {
    describe('access', () => describeAccess(world));
    describe('answers', () => describeAnswers(world));
    describe('documents', () => describeDocuments(world));
    describe('lists', () => describeLists(world));
    describe('paths', () => describePaths(world));
  });
}

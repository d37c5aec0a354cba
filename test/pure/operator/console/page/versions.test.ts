/** What the console says of a stage of another version. */
import { describe, expect, it } from 'vitest';
import type { ShownCommand } from '../../../../../bin/operator/console/declared-commands.ts';
import { versionNotes } from '../../../../../bin/operator/console/page/versions.ts';

describe('a console of a different version than the stage', () => {
  const command = (name: string, ...given: string[]) =>
    ({ name, help: '', arguments: given.map((each) => ({ name: each })) }) as unknown as ShownCommand;
  const own = [command('status'), command('find-user', 'user', 'by')];

  it('names the commands that only one of them has', () => {
    const there = {
      commands: ['find-user', 'new', 'newer'],
      usages: ['find-user --by --user', 'new', 'newer'],
    };
    expect(versionNotes(own, there)).toEqual([
      'This console and the stage have different versions. Some information may be missing.',
      'Only the stage has new, newer.',
      'The stage does not have status.',
    ]);
  });

  it('names the commands that take other arguments', () => {
    const there = { commands: ['status', 'find-user'], usages: ['status', 'find-user --user'] };
    expect(versionNotes(own, there)).toContain('The stage has different arguments for find-user.');
  });

  it('says nothing about equal versions', () => {
    const there = { commands: ['find-user', 'status'], usages: ['find-user --user --by', 'status'] };
    expect(versionNotes(own, there)).toEqual([]);
  });
});

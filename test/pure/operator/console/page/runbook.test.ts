/** Where the console leads into the runbook. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';
import { describe, expect, it } from 'vitest';
import {
  runbookAddress,
  sectionOfKind,
  sectionOfRecords,
  sectionOfRepair,
  sections,
} from '../../../../../bin/operator/console/page/runbook.ts';
import { kindsOfWork } from '../../../../../shared/service/kinds-of-work.ts';

describe('the runbook', () => {
  const runbook = readFileSync(join(import.meta.dirname, '../../../../../docs/runbook.md'), 'utf8');
  const anchors = new Map(
    Array.from(runbook.matchAll(/^## (.*)$/gm), ([, title = '']) => [new GithubSlugger().slug(title), title]),
  );

  it('has every section the console links to, and the console links every symptom', () => {
    anchors.delete('for-every-alarm');
    expect(Object.fromEntries(anchors)).toEqual(sections);
  });

  it('has a section for each kind of work, repair and list of records', () => {
    expect(kindsOfWork.map(({ name }) => sectionOfKind(name))).toEqual(
      expect.arrayContaining([
        'deliveries-retrying',
        'requests-waiting',
        'import-standing-still',
        'pipeline-late',
      ]),
    );
    expect(['redrive-changes', 'redrive-webhooks', 'redrive-work Store'].map(sectionOfRepair)).toEqual([
      'changes-given-up',
      'webhooks-given-up',
      'work-given-up',
    ]);
    expect(sectionOfRecords('failing deliveries')).toBe('stores-failing');
  });

  it('is linked at its address on the stage', () => {
    expect(runbookAddress('https://api.example', 'api-slow')).toBe(
      'https://api.example/docs/runbook#api-slow',
    );
    expect(runbookAddress('', 'api-slow')).toBeUndefined();
  });
});

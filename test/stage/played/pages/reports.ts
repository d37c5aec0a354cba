/** States of the page of the reports of stores. */
import { playedImport } from '../operators.ts';
import { failing, never, type PlayedPages } from './page.ts';

const corrected = () => ({ items: [playedImport({ name: 'corrected.csv', contents: 2 })], after: null });
const file = { by: 'ada', bytes: 80, lines: 2, imported: 2, rejected: 0, revenue: '3 EUR', sha256: 'f00' };
const files = [
  { ...file, 'imported-at': '2026-11-05T10:00:00.000Z' },
  { ...file, 'imported-at': '2026-11-04T10:00:00.000Z', by: null, revenue: '2 EUR', sha256: 'ba5e' },
];

export const reportsPages: PlayedPages = {
  reports: {
    fragment: '#/reports',
    plays: {
      'list-imports': () => ({
        items: [
          playedImport(),
          playedImport({ name: 'corrected.csv', contents: 2 }),
          playedImport({ name: 'running.csv', state: 'running', progress: 40, 'finished-at': null }),
          playedImport({
            name: 'bad.csv',
            state: 'refused',
            reason: 'It has no header.',
            rejected: 2,
            unmatched: 3,
          }),
        ],
        after: null,
      }),
    },
  },
  'the files of a report': {
    fragment: '#/reports',
    plays: { 'list-imports': corrected, 'show-usage-import': () => ({ contents: files }) as never },
    act: ({ click }) => click('2 files'),
  },
  'the files of a report that cannot be read': {
    fragment: '#/reports',
    plays: { 'list-imports': corrected, 'show-usage-import': failing },
    act: ({ click }) => click('2 files'),
  },
  'the files of a report while they are loaded': {
    fragment: '#/reports',
    plays: { 'list-imports': corrected, 'show-usage-import': never },
    act: ({ click }) => click('2 files'),
    until: 'Loading',
  },
  'no reports': { fragment: '#/reports', plays: { 'list-imports': () => ({ items: [], after: null }) } },
  'reports that cannot be listed': { fragment: '#/reports', plays: { 'list-imports': failing } },
  'lines that are matched again': {
    fragment: '#/reports',
    plays: {
      'list-imports': () => ({ items: [], after: null }),
      'import-usage': (args) => (args.rematch ? ({ matched: 1 } as never) : failing()),
    },
    async act({ browser, click, settled }) {
      await click('Match lines without');
      await click('Match again');
      await settled();
      await browser.page.setInputFiles('input[type=file]', {
        name: 'new.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(''),
      });
      await settled();
      await browser.evaluate("document.querySelector('.drop').dispatchEvent(new DragEvent('dragover'))");
    },
  },
};

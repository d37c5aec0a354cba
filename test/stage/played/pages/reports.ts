/** States of the page of the reports of stores. */
import { playedImport } from '../operators.ts';
import { failing, type PlayedPages } from './page.ts';

export const reportsPages: PlayedPages = {
  reports: {
    fragment: '#/reports',
    plays: {
      'list-imports': () => ({
        items: [
          playedImport(),
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

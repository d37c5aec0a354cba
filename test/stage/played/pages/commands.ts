/** States of the forms of commands. */
import { failing, never, type PlayedPages } from './page.ts';

const counts = { 'to-review': 12, held: 3, waiting: 0, preapproved: 1, 'all-counted': true };

export const commandsPages: PlayedPages = {
  commands: { fragment: '#/commands', plays: {} },
  'a command': { fragment: '#/commands/connect-store', plays: {} },
  'a command with a switch and values': { fragment: '#/commands/set-capabilities', plays: {} },
  'a command that failed': {
    fragment: '#/commands/count-reviews',
    plays: { 'count-reviews': failing },
    act: ({ click }) => click('Run count-reviews'),
  },
  'a command that does not exist': { fragment: '#/commands/sing', plays: {} },
  'a command while it runs': {
    fragment: '#/commands/count-reviews',
    plays: { 'count-reviews': never },
    act: ({ click }) => click('Run count-reviews'),
    until: 'Running…',
  },
  'what a command returns': {
    fragment: '#/commands/count-reviews',
    plays: { 'count-reviews': () => ({ ...counts, nested: { list: [{ a: 1 }] } }) },
    act: ({ click }) => click('Run count-reviews'),
  },
  'a page with an error': {
    fragment: '#/commands',
    plays: { 'list-reviews': () => ({ items: [{} as never], after: null, 'all-searched': true }) },
    act: ({ browser }) =>
      browser.evaluate(
        "addEventListener('error', (event) => event.preventDefault()); location.hash = '#/reviews'",
      ),
  },
};

import { expect, it } from 'vitest';
import { type SentVersion, versionOf } from '../../../../shared/catalogue/rules/track-version.ts';

const live = { id: '13', name: 'Live' };

it.each<[string, Partial<SentVersion>, string | null, object]>([
  ['a new text removes the version', { text: 'Take 2' }, 'Live', { text: 'Take 2', version: null }],
  [
    'a new text wins over a version',
    { text: 'Take 2', version: live },
    null,
    { text: 'Take 2', version: null },
  ],
  ['a version gives its name as text', { version: live }, 'Take 2', { text: 'Live', version: '13' }],
  ['a text sent again leaves the version', { text: 'Live' }, 'Live', { text: 'Live' }],
  [
    'a text sent again with a version gives its name',
    { text: 'Take 2', version: live },
    'Take 2',
    { text: 'Live', version: '13' },
  ],
  ['a text of blanks changes nothing', { text: ' \t' }, 'Live', { text: 'Live' }],
  [
    'a text of blanks with a version gives its name',
    { text: '  ', version: live },
    'Take 2',
    { text: 'Live', version: '13' },
  ],
  ['an empty text removes the text and the version', { text: '' }, 'Live', { text: '', version: null }],
  ['null removes the text and the version', { text: null }, 'Live', { text: null, version: null }],
  [
    'null with a version gives its name',
    { text: null, version: live },
    'Take 2',
    { text: 'Live', version: '13' },
  ],
  ['clearing the version keeps the text', { version: null }, 'Live', { text: 'Live', version: null }],
  ['nothing sent changes nothing', {}, 'Live', { text: 'Live' }],
  ['nothing sent for a new track leaves it without text', {}, null, { text: null }],
])('%s', (_, sent, stored, expected) => {
  expect(versionOf({ text: undefined, version: undefined, ...sent }, stored)).toEqual(expected);
});

import { expect, it } from 'vitest';
import { faultIn } from '../../../../shared/kit/http/json-fault.ts';

it.each([
  ['', 0],
  ['{', 1],
  ['{"a":', 5],
  ['["a', 1],
  ['text', 0],
  ['{"a":1}}', 7],
  ["{'a':1}", 1],
  ['[1,]', 3],
  ['{"a":1,}', 7],
  ['{"a" 1}', 5],
  ['[01]', 2],
  ['["\\x"]', 1],
  ['nullnull', 4],
  ['[}', 1],
])('the fault in %j is at its character %i', (text, at) => {
  expect(() => JSON.parse(text)).toThrow();
  expect(faultIn(text)).toBe(at);
});

it.each(['{"a":[1,-2.5e3,true,null,"\\u00e9\\n",{}],"b":{"c":[]}}', ' [ ] ', '"\u2028"'])(
  'valid JSON has no fault: %s',
  (text) => {
    JSON.parse(text);
    expect(faultIn(text)).toBe(text.length);
  },
);

it('a JSON fault is found in a megabyte of text', () => {
  const text = `["${'a\\n'.repeat(350_000)}" "b"]`;
  expect(faultIn(text)).toBe(text.indexOf('"b"'));
});

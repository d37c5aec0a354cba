/** Bodies are nested no deeper than the stage accepts. */
import { describe, expect, it } from 'vitest';
import { checkNesting } from '../../../../shared/kit/http/nesting.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const checked =
  (json: string, depth = 3) =>
  () =>
    checkNesting(json, depth);

describe('the nesting of a body', () => {
  it.each([
    '1',
    '',
    nested(3),
    `[${nested(2)},${nested(2)},${nested(2)}]`,
    '{"a":{"b":[1]}}',
    '{"a":"[[[[[["}',
    '["\\"[[[[", "\\\\", [[]]]',
    '{"[[[[":1}',
    ']]]][[[[]]]]',
  ])('can be as deep as %s', (json) => expect(checked(json)).not.toThrow());

  it.each([nested(4), '{"a":{"b":[{}]}}', '["\\\\", [[[]]]]', '["a\\"", [[[', '{"a":[{"b":{"c":1}}]}'])(
    'cannot be as deep as %s',
    (json) => expect(checked(json)).toThrow('body_too_deep: The body must be nested at most 3 levels deep.'),
  );

  it('is checked before the whole body is parsed', () => {
    expect(checked('{"a":'.repeat(1_000_000), 32)).toThrow('body_too_deep');
  });
});

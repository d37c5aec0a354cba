import { describe, expect, it } from 'vitest';
import { isEmailAddress } from '../../../../shared/kit/values/email.ts';

describe('an e-mail address', () => {
  it.each([
    'ada@example.com',
    "o'hara+label.news@mail.example.co.uk",
    '_@example.com',
    '"a b@c"@example.com',
    'x@[192.0.2.1]',
    'x@[IPv6:2001:db8::1]',
    'jörg@bücher.example',
    '用户@例子.测试',
    'a@b',
    `${'l'.repeat(64)}@example.com`,
  ])('is valid as %s', (text) => expect(isEmailAddress(text)).toBe(true));

  it.each([
    '',
    'ada',
    'ada@',
    '@example.com',
    'a@b@c',
    'a b@example.com',
    '.a@example.com',
    'a.@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example-.com',
    'a@example..com',
    'a@example.com.',
    'a@example.com\n',
    'a@exam ple.com',
    'a@[nonsense]',
    'admin\u200b@example.com',
    '\u202eadmin@example.com',
    'ad\u2028min@example.com',
    'ad\u00a0min@example.com',
    'ad\u0085min@example.com',
    'ad\u3164min@example.com',
    'ad\u2800min@example.com',
    'admin@exam\u115fple.com',
    '"a\u200bb"@example.com',
    '\ufeffadmin@example.com',
    'admin@example.com\u200d',
    `${'l'.repeat(65)}@example.com`,
    `${'ö'.repeat(33)}@example.com`,
  ])('is invalid as %j', (text) => expect(isEmailAddress(text)).toBe(false));
});

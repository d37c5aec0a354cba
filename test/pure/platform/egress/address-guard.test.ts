import { describe, expect, test } from 'vitest';
import { outgoingTarget } from '../../../../shared/platform/egress/address-guard.ts';

/** Checks a URL; a host name in it has the given addresses. */
async function guarded(text: string, addresses: string[] = ['8.8.8.8'], allowedCidrs: string[] = []) {
  const target = await outgoingTarget(text, { allowedCidrs, lookup: async () => addresses });
  return 'rejection' in target ? target.rejection.code : target.addresses.map(({ address }) => address);
}

const ofLength = (length: number) => 'https://example.com/'.padEnd(length, 'a');

describe('the address guard', () => {
  test.each([
    'https://example.com',
    'HTTPS://EXAMPLE.COM/Hooks?a=b&c=d#e',
    'https://example.com:8443/a/b',
    'https://example.com/@handle?mail=a@b.example',
    'https://bücher.example/straße',
    'https://xn--bcher-kva.example/',
    'https://example.com./',
    ofLength(2048),
  ])('accepts %s', async (text) => {
    expect(await guarded(text)).toEqual(['8.8.8.8']);
  });

  test.each([
    ['nothing', ''],
    ['http', 'http://example.com/'],
    ['another scheme', 'ftp://example.com/'],
    ['a script', 'javascript:alert(1)'],
    ['a path', '/hooks'],
    ['no scheme', 'example.com/hooks'],
    ['a scheme to be inherited', '//example.com/hooks'],
    ['no slashes', 'https:example.com'],
    ['one slash', 'https:/example.com'],
    ['three slashes', 'https:///example.com'],
    ['no host', 'https://'],
    ['a port alone', 'https://:443/'],
    ['a user', 'https://user@example.com/'],
    ['a user and password', 'https://user:password@example.com/'],
    ['empty credentials', 'https://@example.com/'],
    ['empty user and password', 'https://:@example.com/'],
    ['a disguised host', 'https://example.com\\@127.0.0.1/'],
    ['a backslash for a slash', 'https://example.com\\hooks'],
    ['a space before it', ' https://example.com/'],
    ['a line break in it', 'https://exam\nple.com/'],
    ['a null byte', 'https://example.com/\0'],
    ['a space in the host', 'https://exa mple.com/'],
    ['a port out of range', 'https://example.com:65536/'],
    ['an IPv6 address without brackets', 'https://::1/'],
    ['an IPv6 address with a zone', 'https://[fe80::1%25eth0]/'],
    ['an IPv4 address out of range', 'https://256.0.0.1/'],
    ['2049 characters', ofLength(2049)],
  ])('rejects a URL with %s without a lookup', async (_, text) => {
    expect(await guarded(text)).toBe('url_refused');
  });
});

describe('an IP address in a URL', () => {
  test.each([
    ['plain', 'https://127.0.0.1/'],
    ['with a trailing dot', 'https://127.0.0.1./'],
    ['shortened', 'https://127.1/'],
    ['hexadecimal', 'https://0x7f.0x0.0x0.0x1/'],
    ['octal', 'https://0177.0.0.1/'],
    ['one number', 'https://2130706433/'],
    ['one hexadecimal number', 'https://0x7f000001/'],
    ['percent-encoded', 'https://%31%32%37.0.0.1/'],
    ['in full-width digits', 'https://１２７.０.０.１/'],
    ['with ideographic dots', 'https://127。0。0。1/'],
    ['IPv6', 'https://[::1]/'],
    ['IPv6 in full', 'https://[0000:0000:0000:0000:0000:0000:0000:0001]:8443/'],
    ['IPv4-mapped', 'https://[::ffff:127.0.0.1]/'],
    ['IPv4-compatible', 'https://[::127.0.0.1]/'],
    ['in NAT64', 'https://[64:ff9b::127.0.0.1]/'],
    ['in 6to4', 'https://[2002:7f00:1::]/'],
    ['in Teredo', 'https://[2001:0:7f00:1::]/'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/'],
    ['everywhere', 'https://0/'],
  ])('is rejected if it is not public: %s', async (_, text) => {
    expect(await guarded(text)).toBe('address_refused');
  });

  test('is the only address used if it is public', async () => {
    expect(await guarded('https://0x8.8.8.8/', ['10.0.0.1'])).toEqual(['8.8.8.8']);
    expect(await guarded('https://[2606:4700::1111]/', ['10.0.0.1'])).toEqual(['2606:4700::1111']);
  });
});

describe('a host name in a URL', () => {
  const url = 'https://hooks.example.com/';

  test('is accepted with all addresses if all are public', async () => {
    expect(await guarded(url, ['8.8.8.8', '2606:4700::1111'])).toEqual(['8.8.8.8', '2606:4700::1111']);
  });

  test('is rejected if one address is not public', async () => {
    expect(await guarded(url, ['8.8.8.8', '10.0.0.1'])).toBe('address_refused');
    expect(await guarded(url, ['8.8.8.8', '::ffff:8.8.8.8'])).toBe('address_refused');
  });

  test('is rejected if it has no addresses', async () => {
    expect(await guarded(url, [])).toBe('unresolvable');
  });

  test('is accepted if its address is in a range that the stage allows', async () => {
    expect(await guarded(url, ['10.1.2.3', '::1'], ['10.1.0.0/16', '::1/128'])).toEqual(['10.1.2.3', '::1']);
    expect(await guarded('https://127.0.0.1:4443/', [], ['127.0.0.0/8'])).toEqual(['127.0.0.1']);
    expect(await guarded(url, ['10.1.2.3', '10.2.0.1'], ['10.1.0.0/16'])).toBe('address_refused');
  });
});

test('a rejection does not reveal whether the name resolves', async () => {
  const sentences = new Set<string>();
  for (const addresses of [[], ['10.1.2.3'], ['8.8.8.8', '::1'], ['169.254.169.254']]) {
    const url = 'https://hooks.example.com/';
    const target = await outgoingTarget(url, { allowedCidrs: [], lookup: async () => addresses });
    sentences.add('rejection' in target ? target.rejection.detail : 'taken');
  }
  expect([...sentences]).toEqual(['The host of the URL must resolve only to public addresses.']);
});

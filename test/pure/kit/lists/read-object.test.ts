/** Objects are requested from the bucket in the partition of the stage's region. */
import { afterEach, expect, it, vi } from 'vitest';
import { readObject } from '../../../../shared/kit/lists/read-object.ts';
import { forgetAll } from '../../../../shared/platform/once.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  forgetAll();
});

it.each([
  ['eu-central-1', 'https://packages.s3.eu-central-1.amazonaws.com/lists/17'],
  ['us-gov-west-1', 'https://packages.s3.us-gov-west-1.amazonaws.com/lists/17'],
  ['cn-north-1', 'https://packages.s3.cn-north-1.amazonaws.com.cn/lists/17'],
])('an object in %s is read from %s, with a signature for that host', async (region, url) => {
  forgetAll();
  const variables = {
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_S3: '',
    BUCKET_NAME: 'packages',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const fetched = vi.fn(async () => new Response('content'));
  vi.stubGlobal('fetch', fetched);
  expect(Buffer.from(await readObject('lists/17')).toString()).toBe('content');
  const headers = expect.objectContaining({
    host: new URL(url).host,
    authorization: expect.stringContaining(`/${region}/s3/aws4_request`),
  });
  expect(fetched).toHaveBeenCalledWith(url, expect.objectContaining({ headers }));
});

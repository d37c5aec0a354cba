/** A bucket on loopback, for measured code to read and write. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { s3Api } from '../../bin/local/s3/s3-api.ts';
import { readBody } from '../../bin/local/wire/read-body.ts';

/**
 * Sets the variables by which functions find it.
 * @returns what ends it.
 */
export async function startBucket(directory: string): Promise<() => void> {
  const planned = { logicalId: 'Packages', name: 'packages', ref: 'packages', arn: '', properties: {} };
  const respond = await s3Api([planned], directory);
  const server = createServer(async (request, response) => {
    await respond(request, response, (await readBody(request, 20e6)) ?? Buffer.alloc(0));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  Object.assign(process.env, { AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`, BUCKET_NAME: 'packages' });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

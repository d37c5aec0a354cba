/** Reads an object of the stage's bucket without the client of S3, which would double the bundles of the API. */
import { environment } from '../../platform/settings.ts';
import { dynamo } from '../table/client.ts';

/** Lists are then read from the index. */
const MAX_MS = 3000;

/** @throws Error if there is no such object, or no response in time. */
export async function readObject(key: string): Promise<Uint8Array> {
  const bucket = environment('BUCKET_NAME');
  const { config } = dynamo();
  const region = await config.region();
  const endpoint = process.env['AWS_ENDPOINT_URL_S3'];
  // The domain depends on the region.
  const { hostname } = config.endpointProvider({ Region: region }).url;
  const { protocol, host, href } = new URL(
    endpoint
      ? `${endpoint}/${bucket}/${key}`
      : `https://${hostname.replace('dynamodb', `${bucket}.s3`)}/${key}`,
  );
  const path = href.slice(`${protocol}//${host}`.length);
  const request = { method: 'GET', protocol, hostname: host, path, headers: { host } };
  const signer = await config.signer();
  const { headers } = await signer.sign(request, { signingService: 's3', signingRegion: region });
  const response = await fetch(href, { headers, signal: AbortSignal.timeout(MAX_MS) });
  if (!response.ok) throw new Error(`S3 returned ${response.status} for ${key}.`);
  return new Uint8Array(await response.arrayBuffer());
}

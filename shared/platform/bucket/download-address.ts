/** Presigned URLs to download objects without credentials. */
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { once } from '../once.ts';

interface Download {
  /** The only method that the URL allows. */
  readonly method: 'GET' | 'HEAD';
  readonly bucket: string;
  readonly key: string;
  /** File name for browsers. */
  readonly name: string;
  readonly contentType: string;
  readonly seconds: number;
}

const s3 = /* @__PURE__ */ once(() => new S3Client({}));

/** @returns a URL that also expires with the credentials of the function, which last for hours. */
export function downloadAddress({ method, ...download }: Download): Promise<string> {
  const input = {
    Bucket: download.bucket,
    Key: download.key,
    ResponseContentDisposition: `attachment; filename="${download.name}"`,
    ResponseContentType: download.contentType,
  };
  const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
  return getSignedUrl(s3(), command, { expiresIn: download.seconds });
}

/** Addresses from which an object of the bucket can be downloaded for a while, without credentials. */
import { GetObjectCommand, HeadObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { once } from '../once.ts';

export interface Download {
  /** The address is signed for one of them. */
  readonly method: 'GET' | 'HEAD';
  readonly bucket: string;
  readonly key: string;
  /** Under which browsers save the file. */
  readonly name: string;
  readonly contentType: string;
  readonly seconds: number;
}

const s3 = /* @__PURE__ */ once(() => new S3Client({}));

/** @returns a presigned URL. Valid no longer than the credentials of the function, which last for hours. */
export function downloadAddress({
  method,
  bucket,
  key,
  name,
  contentType,
  seconds,
}: Download): Promise<string> {
  const asked = {
    Bucket: bucket,
    Key: key,
    ResponseContentDisposition: `attachment; filename="${name}"`,
    ResponseContentType: contentType,
  };
  const command = method === 'HEAD' ? new HeadObjectCommand(asked) : new GetObjectCommand(asked);
  return getSignedUrl(s3(), command, { expiresIn: seconds });
}

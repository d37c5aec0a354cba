/** The errors of S3 that the stand-in responds with. */
import { AwsError } from '../wire/aws-error.ts';

const statuses = {
  AccessDenied: 403,
  BadDigest: 400,
  EntityTooSmall: 400,
  IncompleteBody: 400,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidURI: 400,
  MalformedXML: 400,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  PreconditionFailed: 412,
  SignatureDoesNotMatch: 403,
} as const;

export const s3Error = (code: keyof typeof statuses, message: string): AwsError =>
  new AwsError(code, message, { status: statuses[code] });

/** @example throw notSupported('the header x-amz-acl') */
export const notSupported = (what: string): AwsError =>
  s3Error('NotImplemented', `The local stage does not support ${what}.`);

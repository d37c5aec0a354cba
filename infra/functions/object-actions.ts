/** What functions may do with the objects of the bucket that have a prefix, as IAM names it. */
import type { ObjectAccess } from './function-needs.ts';

interface Actions {
  readonly ofObjects: string[];
  readonly ofBucket?: string[];
}

const reading = ['s3:GetObject'];
/** Without it, S3 responds with 403 instead of 404 for missing objects. */
const listing = ['s3:ListBucket'];

export const objectActions: Readonly<Record<ObjectAccess, Actions>> = {
  read: { ofObjects: reading },
  listed: { ofObjects: reading, ofBucket: listing },
  written: { ofObjects: [...reading, 's3:PutObject', 's3:AbortMultipartUpload'], ofBucket: listing },
  deleted: { ofObjects: ['s3:DeleteObject'] },
  emptied: { ofObjects: ['s3:DeleteObject'], ofBucket: listing },
  named: { ofObjects: [] },
};

/** Whether a request is signed in its query, as presigned URLs are. Only S3 has them. */
export const isPresigned = (url = ''): boolean => /[?&]X-Amz-Signature=/.test(url);

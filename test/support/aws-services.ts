/** The AWS endpoint of the local stage, with some of its services. */
import type { RequestListener } from 'node:http';
import { type AwsServices, awsListener, type WireHandler } from '../../bin/local/wire/aws-endpoint.ts';

const notFound: WireHandler = (_, response) => void response.writeHead(404).end();

/** @param operations by the service's prefix in X-Amz-Target. */
export const servicesOf = (operations: AwsServices['operations']): RequestListener =>
  awsListener({ operations, proxies: {}, s3: notFound, rest: notFound, query: notFound });

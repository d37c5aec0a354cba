/** The XML of S3: request bodies in, response bodies out. */
import Builder from 'fast-xml-builder';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import * as v from 'valibot';
import { s3Error } from './s3-error.ts';

const parser = new XMLParser({
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'Part',
});
const builder = new Builder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true });

/** @throws MalformedXML */
export function readXml<S extends v.GenericSchema>(schema: S, body: Buffer): v.InferOutput<S> {
  const text = body.toString();
  const isDocument = XMLValidator.validate(text) === true;
  const read = v.safeParse(schema, isDocument ? parser.parse(text) : undefined);
  if (read.success) return read.output;
  throw s3Error('MalformedXML', 'The XML is not well-formed, or not of the published schema.');
}

/** @param content children by name, in their order. */
export function writeXml(root: string, content: object): string {
  const namespace = { '@xmlns': 'http://s3.amazonaws.com/doc/2006-03-01/' };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${builder.build({ [root]: { ...namespace, ...content } })}`;
}

/**
 * The decoder of AAC and Apple Lossless, whose licence is the GPL. Bundles of stages that do not decode AAC
 * contain `infra/bundle/without-aac.ts` instead.
 */
export const aacPackage = () => import('@audio/decode-aac');

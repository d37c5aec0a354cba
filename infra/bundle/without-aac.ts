/** Replaces `shared/audio/decoding/aac-package.ts` in bundles of stages that do not decode AAC, because of its licence. */
export const aacPackage = (): never => {
  throw new Error(
    'The bundle was built without the decoder of AAC (decodesAac in infra/stages/stage-config.ts).',
  );
};

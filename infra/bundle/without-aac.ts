/** Replaces `shared/audio/decoding/aac-package.ts` on stages that do not decode AAC (docs/notices.md). */
export const aacPackage = (): never => {
  throw new Error(
    'The bundle was built without the decoder of AAC (decodesAac in infra/stages/stage-config.ts).',
  );
};

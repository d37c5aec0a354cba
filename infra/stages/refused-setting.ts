/** An invalid setting. The message is for the person who chose it and needs no stack trace. */
export class RefusedSetting extends Error {
  override name = 'RefusedSetting';
}

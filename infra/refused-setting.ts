/** A setting that no stage may have: the message is for the person who chose it, and says all there is to know. */
export class RefusedSetting extends Error {
  override name = 'RefusedSetting';
}

/** The arguments of `connect-store` for a store of a test. */

export const FINGERPRINT = 'SHA256:2ukSP4PVkbPlfiIhL58IFtG61dwRsGPbHJf5WlkFOFU';

/** @param folder at the store. No two DSPs can have the same one. */
export const connecting = (dspId: string, folder = dspId) => ({
  'dsp-id': dspId,
  host: '127.0.0.1',
  port: 22,
  user: 'label',
  'sign-in': 'Correct-Horse-1',
  'host-key': [FINGERPRINT],
  folder: `from/${folder}`,
});

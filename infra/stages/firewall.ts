/** The firewall of a stage, as its configuration states it. */
import * as v from 'valibot';
import { RejectedSetting } from './rejected-setting.ts';

export interface Firewall {
  /** More requests from one address get a 429 until there are fewer. Users behind one address share it. */
  readonly requestsPerFiveMinutesPerAddress: number;
}

/** The limits of AWS. */
const schema = v.strictObject({
  requestsPerFiveMinutesPerAddress: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(10),
    v.maxValue(2_000_000_000),
  ),
});

interface FirewallStage {
  readonly name: string;
  readonly firewall: Firewall | undefined;
  readonly domain: { readonly certificateArn: string } | undefined;
}

/**
 * CloudFront's firewalls are in one region, and the stack makes its own. The CDK command line knows the region of the profile.
 * @param region undefined if it is not known. @throws RejectedSetting
 */
export function checkRegion({ name, firewall }: FirewallStage, region: string | undefined): void {
  if (firewall !== undefined && region !== undefined && region !== FIREWALL_REGION)
    throw new RejectedSetting(
      `Stage "${name}" has a firewall, and can be deployed to ${FIREWALL_REGION} alone. The region is ${region}: set AWS_REGION.`,
    );
}

const FIREWALL_REGION = 'us-east-1';

/** @throws RejectedSetting */
export function checkFirewall({ name, firewall, domain }: FirewallStage): void {
  if (firewall === undefined) return;
  if (!v.is(schema, firewall))
    throw new RejectedSetting(`The firewall of stage "${name}" needs a limit of at least 10 requests.`);
  if (!domain?.certificateArn.includes(':us-east-1:'))
    throw new RejectedSetting(
      `The firewall of stage "${name}" needs a domain with a certificate in us-east-1, where CloudFront has its certificates.`,
    );
}

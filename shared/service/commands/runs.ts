/** What each command does, in the order of their declarations. */
import { runAddAdmin } from '../../accounts/commands/add-admin/run.ts';
import { runChangeEmail } from '../../accounts/commands/change-email/run.ts';
import { runCreateOrganization } from '../../accounts/commands/create-organization/run.ts';
import { runResetPassword } from '../../accounts/commands/reset-password/run.ts';
import { runRotateStageSecret } from '../../accounts/commands/rotate-stage-secret/run.ts';
import { runSetCapabilities } from '../../accounts/commands/set-capabilities/run.ts';
import { runSetAvailability } from '../../catalogue/commands/set-availability/run.ts';
import { runApproveRequest } from '../../distribution/commands/approve-request/run.ts';
import { runRejectRequest } from '../../distribution/commands/reject-request/run.ts';
import { runReportStore } from '../../distribution/commands/report-store/run.ts';
import { runRequeueRequest } from '../../distribution/commands/requeue-request/run.ts';
import { runSetStore } from '../../distribution/commands/set-store/run.ts';
import { runShowRequest } from '../../distribution/commands/show-request/run.ts';
import { runTakedownAlbum } from '../../distribution/commands/takedown-album/run.ts';
import type { CommandRun } from '../../kit/commands/command-run.ts';
import { runPayRoyalties } from '../../royalties/commands/pay-royalties/run.ts';
import { runVoidPayment } from '../../royalties/commands/void-payment/run.ts';
import { runImportUsage } from '../../usage/commands/import-usage/run.ts';
import { runShowUsageImport } from '../../usage/commands/show-usage-import/run.ts';
import { runUsageChart } from '../../usage/commands/usage-chart/run.ts';
import { runRedriveWebhooks } from '../../webhooks/commands/redrive-webhooks/run.ts';
import { runResendEvent } from '../../webhooks/commands/resend-event/run.ts';
import type { CommandName } from './declared.ts';
import { runListCommands } from './list-commands/run.ts';
import { runRedriveChanges } from './redrive-changes/run.ts';
import { runReindex } from './reindex/run.ts';

const list = [
  runCreateOrganization,
  runAddAdmin,
  runChangeEmail,
  runResetPassword,
  runSetCapabilities,
  runSetAvailability,
  runSetStore,
  runApproveRequest,
  runRejectRequest,
  runRequeueRequest,
  runTakedownAlbum,
  runShowRequest,
  runReportStore,
  runImportUsage,
  runShowUsageImport,
  runUsageChart,
  runPayRoyalties,
  runVoidPayment,
  runListCommands,
  runResendEvent,
  runRedriveWebhooks,
  runRedriveChanges,
  runRotateStageSecret,
  runReindex,
] as const;

type WithoutRun = Exclude<CommandName, (typeof list)[number]['command']['name']>;

/** A declared command without a run does not compile. */
export const runs: [WithoutRun] extends [never] ? readonly CommandRun[] : WithoutRun = list;

/**
 * All operator commands, in the order in which they are listed. The code of a command is loaded only when it
 * runs.
 */
import { addAdmin } from '../../accounts/commands/add-admin/declare.ts';
import { changeEmail } from '../../accounts/commands/change-email/declare.ts';
import { createOrganization } from '../../accounts/commands/create-organization/declare.ts';
import { findUser } from '../../accounts/commands/find-user/declare.ts';
import { listOrganizations } from '../../accounts/commands/list-organizations/declare.ts';
import { resetPassword } from '../../accounts/commands/reset-password/declare.ts';
import { rotateStageSecret } from '../../accounts/commands/rotate-stage-secret/declare.ts';
import { setCapabilities } from '../../accounts/commands/set-capabilities/declare.ts';
import { setAvailability } from '../../catalogue/commands/set-availability/declare.ts';
import { advanceCodes } from '../../distribution/commands/advance-codes/declare.ts';
import { approveRequest } from '../../distribution/commands/approve-request/declare.ts';
import { listDeliveries } from '../../distribution/commands/list-deliveries/declare.ts';
import { listRequests } from '../../distribution/commands/list-requests/declare.ts';
import { rejectRequest } from '../../distribution/commands/reject-request/declare.ts';
import { reportStore } from '../../distribution/commands/report-store/declare.ts';
import { requeueRequest } from '../../distribution/commands/requeue-request/declare.ts';
import { setStore } from '../../distribution/commands/set-store/declare.ts';
import { showAlbum } from '../../distribution/commands/show-album/declare.ts';
import { showRequest } from '../../distribution/commands/show-request/declare.ts';
import { takedownAlbum } from '../../distribution/commands/takedown-album/declare.ts';
import { type ListedCommand, listed } from '../../kit/commands/listed.ts';
import { importMatches } from '../../matching/commands/import-matches/declare.ts';
import { payRoyalties } from '../../royalties/commands/pay-royalties/declare.ts';
import { voidPayment } from '../../royalties/commands/void-payment/declare.ts';
import { importUsage } from '../../usage/commands/import-usage/declare.ts';
import { listImports } from '../../usage/commands/list-imports/declare.ts';
import { showUsageImport } from '../../usage/commands/show-usage-import/declare.ts';
import { usageChart } from '../../usage/commands/usage-chart/declare.ts';
import { recoverEndpoint } from '../../webhooks/commands/recover-endpoint/declare.ts';
import { redriveWebhooks } from '../../webhooks/commands/redrive-webhooks/declare.ts';
import { resendEvent } from '../../webhooks/commands/resend-event/declare.ts';
import { exportCatalogue } from './export-catalogue/declare.ts';
import { exportOrganization } from './export-organization/declare.ts';
import { history } from './history/declare.ts';
import { importCatalogue } from './import-catalogue/declare.ts';
import { importOrganization } from './import-organization/declare.ts';
import { listCommands } from './list-commands/declare.ts';
import { redriveChanges } from './redrive-changes/declare.ts';
import { reindex } from './reindex/declare.ts';
import { status } from './status/declare.ts';

const list = [
  listed(status, () => import('./status/run.ts')),
  listed(createOrganization, () => import('../../accounts/commands/create-organization/run.ts')),
  listed(addAdmin, () => import('../../accounts/commands/add-admin/run.ts')),
  listed(changeEmail, () => import('../../accounts/commands/change-email/run.ts')),
  listed(resetPassword, () => import('../../accounts/commands/reset-password/run.ts')),
  listed(setCapabilities, () => import('../../accounts/commands/set-capabilities/run.ts')),
  listed(listOrganizations, () => import('../../accounts/commands/list-organizations/run.ts')),
  listed(findUser, () => import('../../accounts/commands/find-user/run.ts')),
  listed(setAvailability, () => import('../../catalogue/commands/set-availability/run.ts')),
  listed(setStore, () => import('../../distribution/commands/set-store/run.ts')),
  listed(approveRequest, () => import('../../distribution/commands/approve-request/run.ts')),
  listed(rejectRequest, () => import('../../distribution/commands/reject-request/run.ts')),
  listed(requeueRequest, () => import('../../distribution/commands/requeue-request/run.ts')),
  listed(takedownAlbum, () => import('../../distribution/commands/takedown-album/run.ts')),
  listed(listRequests, () => import('../../distribution/commands/list-requests/run.ts')),
  listed(listDeliveries, () => import('../../distribution/commands/list-deliveries/run.ts')),
  listed(showRequest, () => import('../../distribution/commands/show-request/run.ts')),
  listed(showAlbum, () => import('../../distribution/commands/show-album/run.ts')),
  listed(reportStore, () => import('../../distribution/commands/report-store/run.ts')),
  listed(advanceCodes, () => import('../../distribution/commands/advance-codes/run.ts')),
  listed(importMatches, () => import('../../matching/commands/import-matches/run.ts')),
  listed(importUsage, () => import('../../usage/commands/import-usage/run.ts')),
  listed(listImports, () => import('../../usage/commands/list-imports/run.ts')),
  listed(showUsageImport, () => import('../../usage/commands/show-usage-import/run.ts')),
  listed(usageChart, () => import('../../usage/commands/usage-chart/run.ts')),
  listed(payRoyalties, () => import('../../royalties/commands/pay-royalties/run.ts')),
  listed(voidPayment, () => import('../../royalties/commands/void-payment/run.ts')),
  listed(history, () => import('./history/run.ts')),
  listed(exportOrganization, () => import('./export-organization/run.ts')),
  listed(importOrganization, () => import('./import-organization/run.ts')),
  listed(exportCatalogue, () => import('./export-catalogue/run.ts')),
  listed(importCatalogue, () => import('./import-catalogue/run.ts')),
  listed(listCommands, () => import('./list-commands/run.ts')),
  listed(resendEvent, () => import('../../webhooks/commands/resend-event/run.ts')),
  listed(recoverEndpoint, () => import('../../webhooks/commands/recover-endpoint/run.ts')),
  listed(redriveWebhooks, () => import('../../webhooks/commands/redrive-webhooks/run.ts')),
  listed(redriveChanges, () => import('./redrive-changes/run.ts')),
  listed(rotateStageSecret, () => import('../../accounts/commands/rotate-stage-secret/run.ts')),
  listed(reindex, () => import('./reindex/run.ts')),
] as const;

export type CommandName = (typeof list)[number]['name'];

export const commands: readonly (ListedCommand & { readonly name: CommandName })[] = list;

import type { ClientReport } from '../../server/contract/client-reports.ts';
import { reportAddress } from './address.ts';

/** By beacon: the browser sends it even if the page is closing. */
export function sendReport(report: ClientReport): void {
  navigator.sendBeacon(reportAddress, JSON.stringify(report));
}

import type { ClientReport } from '../../server/contract/client-reports.ts';
import { reportAddress } from './address.ts';

/** Hands a report to the browser, which sends it even when the page is about to end. */
export function sendReport(report: ClientReport): void {
  navigator.sendBeacon(reportAddress, JSON.stringify(report));
}

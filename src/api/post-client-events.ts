import type { ClientEvents } from '../../server/contract/client-events.ts';
import { clientEventsAddress } from './address.ts';

/** By beacon: the browser sends it even if the page is closing. */
export function postClientEvents(report: ClientEvents): void {
  navigator.sendBeacon(clientEventsAddress, JSON.stringify(report));
}

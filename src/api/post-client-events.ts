import type { ClientEvents } from '../../server/contract/client-events.ts';
import { clientEventsAddress } from './address.ts';

/** Sends by beacon, because browsers deliver beacons even if the page is closing. */
export function postClientEvents(report: ClientEvents): void {
  navigator.sendBeacon(clientEventsAddress, JSON.stringify(report));
}

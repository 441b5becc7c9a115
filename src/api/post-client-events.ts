import type { ClientEvents } from '../../server/contract/client-events.ts';
import { clientEventsAddress } from './address.ts';

/** Sends a beacon, which browsers deliver even if the page is closing. A file of its own: only `api` sends requests. */
export function postClientEvents(report: ClientEvents): void {
  navigator.sendBeacon(clientEventsAddress, JSON.stringify(report));
}

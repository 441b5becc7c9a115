import type { ClientEvents } from '../../server/contract/client-events.ts';
import { clientEventsAddress } from './address.ts';

/**
 * Sends a beacon, which browsers deliver even while the page closes. It is in `api`, because only `api` sends requests.
 */
export function postClientEvents(report: ClientEvents): void {
  navigator.sendBeacon(clientEventsAddress, JSON.stringify(report));
}

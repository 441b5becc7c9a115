import type { ClientEvents } from '../../server/contract/client-events.ts';
import { clientEventsAddress } from './address.ts';

/** Sends a beacon, which browsers deliver even while the page closes. */
export function postClientEvents(report: ClientEvents): void {
  navigator.sendBeacon(clientEventsAddress, JSON.stringify(report));
}

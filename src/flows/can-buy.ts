import { bridge } from '../platform/bridge/bridge.ts';
import type { User } from '../state/session.ts';

/** Whether anything can be bought in this host; it may be where the API does not say through which channels it sells. */
export function canBuy(user: Pick<User, 'payChannels'> | null): boolean {
  return !user?.payChannels || bridge.payChannels.some(channel => user.payChannels!.includes(channel));
}

import type { Channel } from '../../../server/contract/money.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import type { User } from '../../state/session.ts';

/** Whether anything can be bought in this host; it may be where the API does not say through which channels it sells. */
export function canBuy(user: Pick<User, 'payChannels'> | null): boolean {
  return !user?.payChannels || bridge.payChannels.some(channel => user.payChannels!.includes(channel));
}

/** The channel through which this host's purchases are ordered; null if the API names none. */
export function channelOf(user: Pick<User, 'features' | 'payChannels'> | null): Channel | null {
  if (!user?.features.includes('pay-channels')) return null;
  return bridge.payChannels.find(channel => user.payChannels?.includes(channel)) ?? null;
}

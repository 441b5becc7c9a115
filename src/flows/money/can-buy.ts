import type { Channel } from '../../../server/contract/money.ts';
import { bridge } from '../../platform/bridge/bridge.ts';
import type { User } from '../../state/session.ts';

/** True if this host supports one of the API's payment channels, or if the API does not name its channels. */
export function canBuy(user: Pick<User, 'payChannels'> | null): boolean {
  return !user?.payChannels || bridge.payChannels.some(channel => user.payChannels!.includes(channel));
}

/** The first of this host's payment channels that the API also supports; null if there is none. */
export function channelOf(user: Pick<User, 'features' | 'payChannels'> | null): Channel | null {
  if (!user?.features.includes('pay-channels')) return null;
  return bridge.payChannels.find(channel => user.payChannels?.includes(channel)) ?? null;
}

import { newId } from '../db/new-id.ts';
import type { RechargeConfig } from './recharge-configs.ts';

export function newOrder(userId: string, config: RechargeConfig, provider: string, time: Date) {
  return {
    order_id: newId(),
    user_id: userId,
    config_id: config.id,
    product_id: config.productId,
    amount: config.price,
    status: 'pending' as const,
    provider,
    create_time: time,
  };
}

import type { Text } from '../http/text.ts';
import type { Reason } from './ledger.ts';

/** What each reason of the ledger is called. */
export const reasonTexts: Record<Reason, Text> = {
  gift: { en: 'Welcome gift', zh: '新人礼金' },
  hold: { en: 'Picture generation', zh: '生成图片' },
  give_back: { en: 'Returned: no pictures were made', zh: '未生成图片，金币退回' },
  recharge: { en: 'Recharge', zh: '充值' },
  subscription: { en: 'Subscription', zh: '订阅' },
  ad_reward: { en: 'Watched an ad', zh: '观看广告奖励' },
};

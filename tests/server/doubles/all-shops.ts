import { AppStoreDouble } from './app-store-double.ts';
import { GooglePlayDouble } from './google-play-double.ts';
import type { ShopDouble } from './shop-double.ts';
import { StripeDouble } from './stripe-double.ts';
import { WechatPayDouble } from './wechat-pay-double.ts';

export function openAllShops(): Promise<ShopDouble[]> {
  return Promise.all([
    StripeDouble.open(),
    AppStoreDouble.open(),
    GooglePlayDouble.open(),
    WechatPayDouble.open(),
  ]);
}

/** Settings of a backend that sells through all these shops. */
export function settingsOf(shops: ShopDouble[]): Record<string, string> {
  return Object.assign({}, ...shops.map(shop => shop.settings()));
}

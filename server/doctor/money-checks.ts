import { fetchElsewhere } from '../elsewhere/fetch-elsewhere.ts';
import { openAppStoreApi, SignedReader } from '../money/app-store/app-store-api.ts';
import { GooglePlayApi, openServiceToken } from '../money/google-play/google-play-api.ts';
import { openStripe } from '../money/stripe/stripe-provider.ts';
import { WechatPayClient, WechatPayRefusal } from '../money/wechat-pay/wechat-pay-client.ts';
import type { Config } from '../settings/config.ts';
import type { Check } from './run-checks.ts';

const hour = 60 * 60_000;

export function moneyChecks({ stripe, appStore, googlePlay, wechatPay, admob }: Config): Check[] {
  return [
    {
      service: 'Stripe',
      ask: stripe && (() => openStripe(stripe).checkout.sessions.list({ limit: 1 })),
      advice: 'Check STRIPE_SECRET_KEY: a live key of this account that may use Checkout.',
    },
    {
      service: 'App Store: API',
      ask:
        appStore &&
        (async () => {
          const span = { startDate: Date.now() - hour, endDate: Date.now() };
          await (await openAppStoreApi(appStore)).getNotificationHistory(null, span);
        }),
      advice:
        'Check APP_STORE_ISSUER_ID, APP_STORE_KEY_ID, APP_STORE_KEY and the bundle id: the key is one for in-app purchase.',
    },
    {
      service: 'App Store: root certificates',
      ask: appStore && (() => SignedReader.open(appStore)),
      advice:
        'Download Apple Root CA - G3 from apple.com/certificateauthority, and name its file in APP_STORE_ROOTS.',
    },
    {
      service: 'Google Play',
      ask:
        googlePlay &&
        (async () => {
          const token = await openServiceToken(googlePlay.keyFile, Date.now);
          await new GooglePlayApi(googlePlay, token).voided(Date.now() - hour, Date.now()).next();
        }),
      advice:
        'Check GOOGLE_PLAY_PACKAGE and GOOGLE_PLAY_KEY, and give the service account the right to see financial data in the Play Console.',
    },
    {
      service: 'WeChat Pay',
      ask:
        wechatPay &&
        (async () => {
          const client = await WechatPayClient.open(wechatPay, Date.now);
          const path = `/v3/pay/transactions/out-trade-no/${'0'.repeat(24)}?mchid=${wechatPay.merchantId}`;
          await client.request('GET', path).catch((error: unknown) => {
            // A 404 for this invented order shows that the service has accepted our credentials.
            if (!(error instanceof WechatPayRefusal) || error.status !== 404) throw error;
          });
        }),
      advice:
        'Check WECHAT_PAY_MERCHANT_ID, WECHAT_PAY_SERIAL and WECHAT_PAY_KEY: all three belong to one certificate.',
    },
    {
      service: 'AdMob’s keys',
      ask: admob && (() => fetchWell(admob.keysUrl)),
      advice: 'Let this server reach the address of AdMob’s keys, or check ADMOB_SSV.',
    },
  ];
}

/** Rejects with the service's message if the response is not a success. */
export async function fetchWell(address: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetchElsewhere(address, { headers });
  if (!response.ok)
    throw new Error(`status ${response.status} ${(await response.text()).slice(0, 300)}`.trim());
}

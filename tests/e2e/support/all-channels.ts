import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppStoreDouble } from '../../server/doubles/app-store-double.ts';
import { GooglePlayDouble } from '../../server/doubles/google-play-double.ts';
import { type HttpDouble, openHttpDouble } from '../../server/doubles/http-double.ts';
import { openStripeDouble, type StripeDouble, stripeAccount } from '../../server/doubles/stripe-double.ts';
import { WechatPayDouble } from '../../server/doubles/wechat-pay-double.ts';
import { appStoreSettings } from '../../server/money/app-store-settings.ts';
import { googlePlaySettings } from '../../server/money/google-play-settings.ts';
import { merchantSettings } from '../../server/money/wechat-pay-world.ts';
import { listen, openTestBackend } from '../../server/support/backend.ts';
import { freePort } from './free-port.ts';
import { test as ownBackend } from './own-backend.ts';

/** The services of others in whose books the money is. */
export interface Outside {
  stripe: StripeDouble;
  store: AppStoreDouble;
  google: GooglePlayDouble;
  wechat: WechatPayDouble;
  tickets: HttpDouble;
  folder: string;
}

/** A story of a product that takes money through all channels; it serves the built app. */
export const test = ownBackend.extend<{ outside: Outside }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
  outside: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tyy-three-hosts-'));
    const tickets = await openHttpDouble(() => ({
      body: { access_token: 'a', ticket: 'sandbox-ticket', expires_in: 7200 },
    }));
    const [stripe, store, google, wechat] = await Promise.all([
      openStripeDouble(),
      AppStoreDouble.open(),
      GooglePlayDouble.open(),
      WechatPayDouble.open(),
    ]);
    await use({ stripe, store, google, wechat, tickets, folder });
    await Promise.all([stripe, store, google, wechat, tickets].map(service => service.close()));
    await rm(folder, { recursive: true });
  },
  served: async ({ outside: { stripe, store, google, wechat, tickets, folder } }, use) => {
    const port = await freePort();
    const backend = await openTestBackend({
      APP_DIR: 'dist/app',
      // Sandbox users, so that the story need not play a sign-in too; all money is outside.
      SANDBOX: '1',
      ...stripeAccount,
      STRIPE_API: stripe.origin,
      ...(await appStoreSettings(store, folder)),
      ...(await googlePlaySettings(google, folder)),
      ...(await merchantSettings(wechat, folder)),
      WECHAT_API: tickets.origin,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
    });
    await use({ backend, origin: await listen(backend, port) });
    await backend.close();
  },
});

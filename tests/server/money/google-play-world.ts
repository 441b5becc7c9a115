import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dataOf } from '../../support/api.ts';
import { GooglePlayDouble, type SoldInGoogle } from '../doubles/google-play-double.ts';
import { openTestBackend, type TestBackend, type TestUser } from '../support/backend.ts';
import { worldTest } from '../support/world-test.ts';
import { googlePlaySettings } from './google-play-settings.ts';

/** A backend that sells through Google Play, and Google Play. */
class GooglePlayWorld {
  readonly google: GooglePlayDouble;
  readonly backend: TestBackend;
  readonly #folder: string;

  private constructor(google: GooglePlayDouble, backend: TestBackend, folder: string) {
    this.google = google;
    this.backend = backend;
    this.#folder = folder;
  }

  static async open(): Promise<GooglePlayWorld> {
    const google = await GooglePlayDouble.open();
    const folder = await mkdtemp(join(tmpdir(), 'tyy-google-play-'));
    // Sandbox users, so that the test need not play a sign-in too; the money is the store's.
    const settings = { ...(await googlePlaySettings(google, folder)), SANDBOX: '1', LOG_LEVEL: 'warn' };
    return new GooglePlayWorld(google, await openTestBackend(settings), folder);
  }

  /** Orders something and buys it in Google Play; nobody is notified. */
  async buy(user: TestUser, config_id: number, changes: Partial<SoldInGoogle> = {}): Promise<SoldInGoogle> {
    const { payment } = await dataOf(user.post('createOrder', { config_id, channel: 'google-play' }));
    return this.google.sell(payment, changes);
  }

  handIn(user: TestUser, { token }: SoldInGoogle) {
    return user.post('paySuccess', { receipt: token });
  }

  /** Pushes a notification; returns the status of the response. */
  async push(about: object): Promise<number> {
    const push = this.google.push(about);
    const response = await this.backend.app.inject({ method: 'POST', url: '/notify/google-play', ...push });
    return response.statusCode;
  }

  /** Reports that something was bought or renewed. */
  report({ token: purchaseToken, until }: SoldInGoogle): Promise<number> {
    const about = { notificationType: 4, purchaseToken };
    return this.push(until ? { subscriptionNotification: about } : { oneTimeProductNotification: about });
  }

  /** Catches up with the store. */
  async catchUp(): Promise<void> {
    for (const provider of this.backend.services.payments) await provider.catchUp?.(this.backend.services);
  }

  /** Days until the user's subscription ends, to a tenth; 0 without one. */
  async vipDays(user: TestUser): Promise<number> {
    const { vip_level, vip_expire_time } = await dataOf(user.get('getUserInfo'));
    const now = Date.now() + this.backend.clock.ahead;
    return vip_level === 0 ? 0 : Math.round((vip_expire_time - now / 1000) / 8640) / 10;
  }

  async close(): Promise<void> {
    await this.backend.close();
    await this.google.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** Tests that share such a world. */
export const test = worldTest(GooglePlayWorld.open);

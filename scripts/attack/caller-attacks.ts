import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openOidcDouble } from '../../tests/server/doubles/oidc-double.ts';
import { createJob, untilEnded, upload, uploadPhoto } from '../../tests/support/api/a-job.ts';
import { ApiUser, buy, dataOf, order, overHttp, pay, sell } from '../../tests/support/api/api.ts';
import {
  type Attack,
  atOnce,
  newUser,
  requireAtMost,
  requireServed,
  richUser,
  times,
  withHandles,
  within,
} from './attackers.ts';

/** Attacks by users, guests, other sites, and services that the backend calls. */
export const callerAttacks = (services: CrookedServices): Attack[] => [
  {
    name: "one user's calls, all at once",
    async *run({ origin, rateLimit, tally }) {
      const [attacker, other] = [await newUser(origin), await newUser(origin)];
      for (const index of times(100)) await upload(attacker, `photo-${index}.jpg`, Buffer.from('a photo'));
      await createJob(other, await uploadPhoto(other));
      const count = rateLimit - 10;
      yield;
      await withHandles(count + 150, origin, async () => {
        // Three quarters list a folder with 100 files; the others wait for the lock on their user's row.
        const calls = atOnce(count, index =>
          tally.add(index % 4 > 0 ? attacker.get('getPhotos') : attacker.post('createAdId')),
        );
        for (let round = 0; round < 4; round++) {
          await requireServed('getUserInfo', other.get('getUserInfo'));
          await requireServed('createAdId', other.post('createAdId'));
        }
        await createJob(other, await uploadPhoto(other));
        await calls;
      });
      if (tally.of('none') > 0) throw new Error('some calls had no response');
    },
  },
  {
    name: 'unpaid orders',
    async *run({ origin, tally }) {
      const attacker = await newUser(origin);
      yield;
      await atOnce(100, () => tally.add(attacker.post('createOrder', { config_id: '1' })));
      requireAtMost(20, tally.of('200'), 'orders of one user wait for their payment');
      await dataOf(attacker.get('getUnfinishedOrders'));
    },
  },
  {
    name: 'coins without payment',
    async *run({ origin, tally }) {
      const [ann, bob] = [await newUser(origin), await newUser(origin)];
      yield;
      const { order_id } = await order(ann, 1);
      const receipt = await pay(ann, order_id);
      const plan = await sell(ann.transport, { product_id: 'vip_month' });
      const handIn = (user: ApiUser, body: { receipt: string; order_id?: string }) =>
        tally.add(user.post('paySuccess', body));
      await atOnce(20, () => handIn(ann, { order_id, receipt }));
      await atOnce(4, index => handIn(index % 2 === 0 ? ann : bob, { receipt: plan }));
      await atOnce(20, () => handIn(bob, { order_id, receipt }));
      let subscribers = 0;
      for (const [user, coins] of [[ann, 150] as const, [bob, 50] as const]) {
        const account = await dataOf(user.get('getUserInfo'));
        const { list } = await dataOf(user.get('getCoinStatementList', { page_size: 100 }));
        const sum = list.reduce((total, { change }) => total + change, 0);
        if (account.coins !== coins || sum !== coins)
          throw new Error(`${account.coins} coins, ${sum} in the ledger`);
        if (account.vip_level > 0) subscribers += 1;
      }
      if (subscribers !== 1) throw new Error(`one receipt made ${subscribers} subscribers`);
    },
  },
  {
    name: 'forged receipts',
    async *run({ origin, tally }) {
      const [eve, ann] = [await newUser(origin), await newUser(origin)];
      const { order_id } = await order(eve, 1);
      yield;
      for (const index of times(300))
        await tally.add(eve.post('paySuccess', { order_id, receipt: `made-up-${index}` }));
      // Accept twice the hourly limit, because a new hour may begin during the attack.
      requireAtMost(40, tally.of('400'), 'of them were shown to the shop');
      await buy(ann, 1);
      await pay(eve, order_id);
      const { status } = await dataOf(eve.get('getOrder', { order_id }));
      if (status !== 'paid') throw new Error(`what was paid is ${status}`);
    },
  },
  {
    name: 'forged X-Forwarded-For',
    async *run({ origin, rateLimit, tally }) {
      yield;
      await atOnce(rateLimit + 50, index => {
        const headers = { 'x-forwarded-for': `198.51.100.${index % 250}, 203.0.113.77` };
        return tally.add(fetch(`${origin}/v1/getUserInfo`, { headers }));
      });
      // The number of refusals may be below 50, because a new minute may begin during the attack.
      if (tally.of('429') === 0) throw new Error(`none of ${rateLimit + 50} calls was one too many`);
    },
  },
  /** Another website makes its visitors' browsers send requests to us. */
  {
    name: 'requests from another site',
    async *run({ origin, tally }) {
      const user = await newUser(origin);
      const { order_id } = await order(user, 1);
      const body = new URLSearchParams({ order_id, return_url: `${origin}/tyy/recharge`, choice: 'cancel' });
      const marks: Record<string, string>[] = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ];
      yield;
      for (const path of ['/sandbox/cashier', '/share/unknown/report']) {
        for (const headers of marks) {
          const init: RequestInit = { method: 'POST', body, headers, redirect: 'manual' };
          const status = await tally.add(fetch(origin + path, init));
          if (status !== 403) throw new Error(`${path} took ${JSON.stringify(headers)}`);
        }
      }
      await dataOf(user.post('paySuccess', { order_id, receipt: await pay(user, order_id) }));
    },
  },
  {
    name: 'used identity tokens in other spellings',
    role: 'with-services',
    async *run({ origin, tally }) {
      const guest = new ApiUser(overHttp(origin));
      const token = await services.sign('ann');
      const show = (token: string) => guest.post('login', { login_type: 'google', token });
      const { token: session } = await dataOf(show(token));
      await dataOf(new ApiUser(overHttp(origin), session).post('deleteAccount'));
      yield;
      for (const end of ['', ' ', '\n', '\r\n', '\t', '=', '==', '!', '.']) {
        const reply = show(token + end);
        await tally.add(reply);
        if ((await reply).code === 0) throw new Error(`a used token with ${JSON.stringify(end)} signed in`);
      }
    },
  },
  endlessPictures(services, 'endless'),
  endlessPictures(services, 'inner'),
];

/** An identity issuer, and an image service: endless, or naming an inner address (`reached` counts). */
export async function openCrookedServices() {
  const issuer = await openOidcDouble(async () => ({}));
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/latest/meta-data') services.reached += 1;
    // The host name differs from that in the settings, so this address is another origin, despite the same port.
    const url = `http://localhost:${port}/latest/meta-data`;
    if (services.images === 'inner') return void response.end(JSON.stringify({ data: [{ url }] }));
    const part = Buffer.alloc(1_000_000, 'x');
    response.write('{"data":"');
    const more = () => !response.destroyed && response.write(part, more);
    more();
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const services = {
    settings: {
      GOOGLE_LOGIN_ISSUER: issuer.origin,
      GOOGLE_LOGIN_AUDIENCES: 'phone',
      OPENAI_IMAGES_KEY: 'key',
      OPENAI_IMAGES_API: `http://127.0.0.1:${port}/v1`,
    },
    sign: (sub: string): Promise<string> => issuer.sign({ aud: 'phone', sub }),
    images: 'endless' as 'endless' | 'inner',
    reached: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await issuer.close();
    },
  };
  return services;
}

type CrookedServices = Awaited<ReturnType<typeof openCrookedServices>>;

function endlessPictures(services: CrookedServices, images: CrookedServices['images']): Attack {
  return {
    name: `an image service ${images === 'endless' ? 'with an endless response' : 'that names an internal address'}`,
    role: 'with-services',
    moreMemory: 500,
    async *run({ origin, tally }) {
      const user = await richUser(origin);
      const photo = await uploadPhoto(user);
      const { coins } = await dataOf(user.get('getUserInfo'));
      services.images = images;
      yield;
      const job = createJob(user, photo);
      await tally.upload(job);
      const { status } = await within(60_000, 'the job', async () => untilEnded(user, await job, 200));
      if (status !== 6) throw new Error(`the job ended with status ${status}`);
      if (services.reached > 0) throw new Error('the inner network was asked');
      if ((await dataOf(user.get('getUserInfo'))).coins !== coins) throw new Error('coins are gone');
    },
  };
}

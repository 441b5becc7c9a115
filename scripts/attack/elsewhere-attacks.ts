import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openOidcDouble } from '../../tests/server/doubles/oidc-double.ts';
import { ApiUser, dataOf, order, overHttp, pay } from '../../tests/support/api/api.ts';
import { portrait } from '../../tests/support/portrait.ts';
import type { Attack } from './attack-type.ts';
import { newUser, richUser, upload } from './attackers.ts';

/** Malicious services: an identity issuer; an image service that never ends or points to the internal network. */
export interface CrookedServices {
  settings: Record<string, string>;
  sign(sub: string): Promise<string>;
  /** The image service's next response. */
  images: 'endless' | 'inner';
  /** Requests that reached the internal address. */
  reached: number;
  close(): Promise<void>;
}

/** On free loopback ports. */
export async function openCrookedServices(): Promise<CrookedServices> {
  const issuer = await openOidcDouble(async () => ({}));
  const server = createServer((request, response) => {
    request.resume();
    if (request.url === '/latest/meta-data') services.reached += 1;
    // Another origin than the setting's, on the same port.
    const url = `http://localhost:${port}/latest/meta-data`;
    if (services.images === 'inner') return void response.end(JSON.stringify({ data: [{ url }] }));
    const part = Buffer.alloc(1_000_000, 'x');
    response.write('{"data":"');
    const more = () => !response.destroyed && response.write(part, more);
    more();
  }).listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const services: CrookedServices = {
    settings: {
      GOOGLE_LOGIN_ISSUER: issuer.origin,
      GOOGLE_LOGIN_AUDIENCES: 'phone',
      OPENAI_IMAGES_KEY: 'key',
      OPENAI_IMAGES_API: `http://127.0.0.1:${port}/v1`,
    },
    sign: sub => issuer.sign({ aud: 'phone', sub }),
    images: 'endless',
    reached: 0,
    async close() {
      server.closeAllConnections();
      server.close();
      await issuer.close();
    },
  };
  return services;
}

const usedTokens = (services: CrookedServices): Attack => ({
  name: 'used identity tokens, spelled otherwise',
  role: 'with-services',
  async prepare({ origin, tally }) {
    const guest = new ApiUser(overHttp(origin));
    const token = await services.sign('ann');
    const show = (token: string) => guest.post('login', { login_type: 'google', token });
    const { token: session } = await dataOf(show(token));
    await dataOf(new ApiUser(overHttp(origin), session).post('deleteAccount'));
    return async () => {
      for (const end of ['', ' ', '\n', '\r\n', '\t', '=', '==', '!', '.']) {
        const reply = show(token + end);
        await tally.add(reply);
        if ((await reply).code === 0) throw new Error(`a used token with ${JSON.stringify(end)} signed in`);
      }
    };
  },
});

const endlessPictures = (services: CrookedServices, images: CrookedServices['images']): Attack => ({
  name: `an image service ${images === 'endless' ? 'whose response has no end' : 'that names the inner network'}`,
  role: 'with-services',
  moreMemory: 500,
  async prepare({ origin, tally }) {
    const user = await richUser(origin);
    const photo = (await upload(user, 'face.jpg', await readFile(portrait))) ?? '';
    const { coins } = await dataOf(user.get('getUserInfo'));
    services.images = images;
    return async () => {
      const request = user.post('goTrainAndGeneratePic', { template_id: 1, resource_pics: [photo] });
      await tally.add(request);
      const { train_id, generate_id } = (await dataOf(request)).train_and_generate_info;
      const end = Date.now() + 60_000;
      for (let status = 1; status !== 6; await pause(200)) {
        if (Date.now() > end) throw new Error('the job did not end within a minute');
        const found = await dataOf(user.get('getTrainAndGenerateResultById', { train_id, generate_id }));
        status = found.train_and_generate_info.status;
      }
      if (services.reached > 0) throw new Error('the inner network was asked');
      if ((await dataOf(user.get('getUserInfo'))).coins !== coins) throw new Error('coins are gone');
    };
  },
});

/** Requests that another site's page makes its visitors' browsers send. */
const otherSites: Attack = {
  name: 'changes from another site',
  async prepare({ origin, tally }) {
    const user = await newUser(origin);
    const { order_id } = await order(user, 1);
    const body = new URLSearchParams({ order_id, return_url: `${origin}/tyy/recharge`, choice: 'cancel' });
    return async () => {
      const paths = ['/sandbox/cashier', '/share/unknown/report'];
      const headers = [
        { 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.example' },
        { origin: 'null' },
      ];
      for (const path of paths) {
        for (const sent of headers) {
          const request = fetch(origin + path, {
            method: 'POST',
            body,
            headers: sent as HeadersInit,
            redirect: 'manual',
          });
          await tally.add(request);
          if ((await request).status !== 403) throw new Error(`${path} took ${JSON.stringify(sent)}`);
        }
      }
      await dataOf(user.post('paySuccess', { order_id, receipt: await pay(user, order_id) }));
    };
  },
};

export const elsewhereAttacks = (services: CrookedServices): Attack[] => [
  otherSites,
  usedTokens(services),
  endlessPictures(services, 'endless'),
  endlessPictures(services, 'inner'),
];

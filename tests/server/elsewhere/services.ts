import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { facebookLogin } from '../../../server/accounts/facebook-login.ts';
import { openOidcLogin } from '../../../server/accounts/oidc/open-oidc-login.ts';
import { openWechatLogin } from '../../../server/accounts/wechat-login.ts';
import { fetchWell } from '../../../server/doctor/fetch-well.ts';
import { boundsOfModel } from '../../../server/generator/remote/bounds-of-model.ts';
import { ComfyuiQueue } from '../../../server/generator/remote/comfyui-queue.ts';
import { openDashscope } from '../../../server/generator/remote/dashscope-generator.ts';
import { openOpenaiImages } from '../../../server/generator/remote/openai-images.ts';
import { openAdKeys } from '../../../server/money/admob/admob-notifications.ts';
import { AppStoreApi } from '../../../server/money/app-store/app-store-api.ts';
import { GooglePlayApi } from '../../../server/money/google-play/google-play-api.ts';
import { openPushCheck } from '../../../server/money/google-play/push-check.ts';
import { openServiceToken } from '../../../server/money/google-play/service-token.ts';
import { openStripe } from '../../../server/money/stripe/open-stripe.ts';
import { WechatPayClient } from '../../../server/money/wechat-pay/wechat-pay-client.ts';
import { fetchTicket } from '../../../server/wechat/fetch-ticket.ts';

const mebibyte = 2 ** 20;

let folder: string;
let photo: Buffer;

/** Makes the keys for services that need them; returns a function that removes them. */
export async function makeKeys(): Promise<() => Promise<void>> {
  folder = await mkdtemp(join(tmpdir(), 'tyy-elsewhere-'));
  photo = await readFile('tests/testdata/astronaut.png');
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = { type: 'pkcs8', format: 'pem' } as const;
  await writeFile(join(folder, 'ec.pem'), ec.privateKey.export(pem));
  await writeFile(join(folder, 'rsa.pem'), rsa.privateKey.export(pem));
  await writeFile(join(folder, 'public.pem'), rsa.publicKey.export({ type: 'spki', format: 'pem' }));
  return () => rm(folder, { recursive: true });
}

const order = () => ({ photos: [photo], templateId: 4, count: 1, seed: 7 });
const never = () => new AbortController().signal;

/** Requests one picture from an image service with OpenAI's protocol. */
export function openai(origin: string) {
  const bounds = { references: 1, longestPrompt: 4000, size: '1024x1536' };
  const account = { apiKey: 'k', apiAddress: `${origin}/v1`, model: 'm', bounds, deadline: 60_000 };
  return openOpenaiImages(account)(order(), () => {}, never());
}

/** A request to each external service at this origin, with the maximum of bytes read from its response. */
export const services: [string, number, (origin: string) => Promise<unknown>][] = [
  ['OpenAI’s images', 56 * mebibyte, openai],
  [
    'Model Studio',
    mebibyte,
    origin =>
      openDashscope({
        apiKey: 'k',
        apiOrigin: origin,
        model: 'qwen-image-edit',
        bounds: boundsOfModel('qwen-image-edit', {}),
        deadline: 60_000,
      })(order(), () => {}, never()),
  ],
  ['ComfyUI', mebibyte, origin => new ComfyuiQueue(origin).version(never())],
  ['ComfyUI’s queue', 40 * mebibyte, origin => new ComfyuiQueue(origin).look(never())],
  [
    'ComfyUI’s pictures',
    40 * mebibyte,
    origin => new ComfyuiQueue(origin).view({ filename: 'a', subfolder: '', type: 'output' }, never()),
  ],
  [
    'Facebook',
    mebibyte,
    origin => facebookLogin({ appId: '1', appSecret: 's', apiOrigin: origin }, Date.now)('token'),
  ],
  [
    'WeChat sign-in',
    mebibyte,
    origin =>
      openWechatLogin(
        { inWechat: { appId: '1', appSecret: 's' }, inShell: null, apiOrigin: origin },
        () => {},
      )('code'),
  ],
  [
    'OpenID Connect',
    mebibyte,
    origin =>
      openOidcLogin(
        { loginType: 'acme', issuer: origin, client: null, audiences: ['phone'], scope: 'openid' },
        Date.now,
        () => {},
      ).login('token'),
  ],
  ['WeChat’s tickets', mebibyte, origin => fetchTicket({ appId: '1', appSecret: 's', apiOrigin: origin })],
  ['AdMob’s keys', 256_000, origin => openAdKeys(origin, Date.now)('1')],
  [
    'Google’s keys',
    256_000,
    origin => {
      const account = { keysUrl: origin, pushAudience: 'a', pushAccount: 'b' };
      const header = Buffer.from('{"alg":"RS256","kid":"k"}').toString('base64url');
      return openPushCheck(
        account as Parameters<typeof openPushCheck>[0],
        Date.now,
      )(`Bearer ${header}.e30.x`);
    },
  ],
  [
    'Google’s tokens',
    mebibyte,
    async origin => {
      const file = join(folder, 'service.json');
      const private_key = await readFile(join(folder, 'rsa.pem'), 'utf8');
      await writeFile(file, JSON.stringify({ client_email: 'a@b', private_key, token_uri: origin }));
      return (await openServiceToken(file, Date.now))();
    },
  ],
  [
    'Google Play',
    mebibyte,
    origin => {
      const account = { apiOrigin: origin, packageName: 'p' } as ConstructorParameters<
        typeof GooglePlayApi
      >[0];
      return new GooglePlayApi(account, async () => 't').find('token');
    },
  ],
  [
    'App Store',
    mebibyte,
    async origin => {
      const account = { keyId: 'k', issuerId: 'i', bundleId: 'b', environment: 'sandbox', apiOrigin: origin };
      const key = await readFile(join(folder, 'ec.pem'), 'utf8');
      return new AppStoreApi(account as ConstructorParameters<typeof AppStoreApi>[0], key).getTransactionInfo(
        '1',
      );
    },
  ],
  [
    'WeChat Pay',
    mebibyte,
    async origin => {
      const account = {
        merchantId: 'm',
        serial: 's',
        keyFile: join(folder, 'rsa.pem'),
        publicKey: { id: 'PUB', file: join(folder, 'public.pem') },
        apiOrigin: origin,
      } as Parameters<typeof WechatPayClient.open>[0];
      return (await WechatPayClient.open(account, Date.now)).request('GET', '/v3/certificates');
    },
  ],
  [
    'Stripe',
    2 * mebibyte,
    origin =>
      openStripe({ secretKey: 'sk_test_x', apiOrigin: origin } as Parameters<
        typeof openStripe
      >[0]).balance.retrieve(),
  ],
  ['the doctor’s questions', mebibyte, origin => fetchWell(origin)],
];

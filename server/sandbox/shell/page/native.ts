import type {
  BridgeData,
  BridgeMethod,
  BridgeOutcome,
  BridgeParams,
  LoginPayload,
  ShareCard,
} from '../../../../src/platform/bridge/bridge-protocol.ts';
import { playAd } from './ads.ts';
import { chooseFromAlbum, choosePictures, saveToAlbum, takePhoto } from './album.ts';
import { element } from './element.ts';
import { restorePurchase, sellOrder, sellSubscription } from './payments.ts';
import { cancelled, Refusal } from './refusal.ts';
import { nextFailure } from './settings.ts';
import { ask, nativeToast } from './sheets.ts';
import { say } from './words.ts';

const cachePrefix = 'tyy-shell.cache.';
const nameKey = 'tyy-shell.name';
/** Code of a call that this shell does not know. */
const unknownMethod = 404;

/** All that the native side can do: each takes the params of a call and returns its data. */
export const methods: { [M in BridgeMethod]: (params: BridgeParams<M>) => Promise<BridgeData<M>> } = {
  takePhoto: async () => ({ pictures: await takePhoto() }),
  openAlbum: async ({ count }) => ({ pictures: await chooseFromAlbum(count) }),
  importPicture: async ({ count }) => ({ pictures: await choosePictures(count) }),
  async savePicture({ url }) {
    await saveToAlbum(url);
    nativeToast(say('saved'));
    return {};
  },
  pay: async ({ order_id }) => ({ receipt: await sellOrder(order_id) }),
  share,
  login,
  readCache: async ({ key }) => ({ value: localStorage.getItem(cachePrefix + key) }),
  async writeCache({ key, value }) {
    localStorage.setItem(cachePrefix + key, value);
    return {};
  },
  async deleteCache({ key }) {
    localStorage.removeItem(cachePrefix + key);
    return {};
  },
  async showFullScreenAd() {
    await playAd({ rewarded: false });
    return {};
  },
  async showRewardedAd() {
    await playAd({ rewarded: true });
    return {};
  },
  subscription: async ({ product_id }) => ({ receipt: await sellSubscription(product_id) }),
  async closeBannerAd() {
    element('banner', HTMLElement).hidden = true;
    return {};
  },
  restore: async () => ({ receipt: await restorePurchase() }),
};

/** Carries out a call; rejects with a `Refusal`. */
export async function perform<M extends BridgeMethod>(
  method: M,
  params: BridgeParams<M>,
): Promise<BridgeOutcome<M>> {
  const failure = nextFailure(method);
  if (failure) throw failure;
  // A page may call anything: the type only says what it should.
  if (!Object.hasOwn(methods, method)) throw new Refusal(unknownMethod, `This shell has no ${method}`);
  return { code: 0, data: await methods[method](params ?? {}) };
}

async function login(): Promise<LoginPayload> {
  const input = document.createElement('input');
  input.name = 'name';
  input.maxLength = 40;
  input.required = true;
  input.autocomplete = 'off';
  input.value = localStorage.getItem(nameKey) ?? '';
  const label = document.createElement('label');
  label.append(say('login.name'), input);

  const choice = await ask({
    title: say('login.title'),
    text: say('login.text'),
    content: label,
    choices: [{ value: 'sign-in', label: say('login.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled, say('login.cancelled'));
  localStorage.setItem(nameKey, input.value);
  return { login_type: 'facebook', token: `sandbox:${input.value}` };
}

async function share({ title, text, url, image }: ShareCard): Promise<BridgeData<'share'>> {
  const card = document.createElement('div');
  card.className = 'share-card';
  const picture = document.createElement('img');
  picture.src = image;
  picture.alt = '';
  const words = document.createElement('p');
  words.textContent = text;
  const link = document.createElement('small');
  link.textContent = url;
  card.append(picture, words, link);

  const choice = await ask({
    title,
    content: card,
    choices: [{ value: 'share', label: say('share.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled);
  return {};
}

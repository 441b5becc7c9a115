import { playAd } from './ads.js';
import { chooseFromAlbum, choosePictures, keepInAlbum, takePhoto } from './album.js';
import { restorePurchase, sellOrder, sellSubscription } from './payments.js';
import { cancelled, Refusal } from './refusal.js';
import { ask, nativeToast } from './sheets.js';
import { say } from './words.js';

const cachePrefix = 'tyy-shell.cache.';
const nameKey = 'tyy-shell.name';
/** Code of a call that this shell does not know. */
const unknownMethod = 404;

/** All that the native side can do: each takes the params of a call and answers its data. */
export const methods = {
  takePhoto: async () => ({ pictures: await takePhoto() }),
  openAlbum: async ({ count }) => ({ pictures: await chooseFromAlbum(count) }),
  importPicture: async ({ count }) => ({ pictures: await choosePictures(count) }),
  async savePicture({ url }) {
    await keepInAlbum(url);
    nativeToast(say('saved'));
  },
  pay: async ({ order_id }) => ({ receipt: await sellOrder(order_id) }),
  share,
  login,
  readCache: async ({ key }) => ({ value: localStorage.getItem(cachePrefix + key) }),
  writeCache: async ({ key, value }) => localStorage.setItem(cachePrefix + key, value),
  deleteCache: async ({ key }) => localStorage.removeItem(cachePrefix + key),
  showFullScreenAd: () => playAd({ rewarded: false }),
  showRewardedAd: () => playAd({ rewarded: true }),
  subscription: async ({ product_id }) => ({ receipt: await sellSubscription(product_id) }),
  async closeBannerAd() {
    document.getElementById('banner').hidden = true;
  },
  restore: async () => ({ receipt: await restorePurchase() }),
};

/** Carries out a call; rejects with a `Refusal`. */
export async function perform(method, params) {
  const carryOut = Object.hasOwn(methods, method) ? methods[method] : null;
  if (!carryOut) throw new Refusal(unknownMethod, `This shell has no ${method}`);
  return (await carryOut(params ?? {})) ?? {};
}

async function login() {
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

async function share({ title, text, url, image }) {
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
}

import type {
  BridgeData,
  BridgeMethod,
  BridgeOutcome,
  BridgeParams,
  LoginPayload,
  ShareCard,
} from '../../../../src/platform/bridge/bridge-protocol.ts';
import { chooseFromAlbum, choosePictures, saveToAlbum, takePhoto } from './album.ts';
import { element, inside, make } from './element.ts';
import { restorePurchase, sellOrder, sellSubscription } from './payments.ts';
import { cancelled, Refusal } from './refusal.ts';
import { nextFailure } from './settings.ts';
import { ask, fillScreen, nativeToast } from './sheets.ts';
import { say } from './words.ts';

/** Seconds that an ad lasts. */
const duration = 3;

const cachePrefix = 'tyy-shell.cache.';
const nameKey = 'tyy-shell.name';
const unknownMethod = 404;

/** The native app's methods. Each gets a call's params and returns the reply's data. */
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

/** Executes a call. Rejects with `Refusal`. */
export async function perform<M extends BridgeMethod>(
  method: M,
  params: BridgeParams<M>,
): Promise<BridgeOutcome<M>> {
  const failure = nextFailure(method);
  if (failure) throw failure;
  // The page may call unknown methods despite the type.
  if (!Object.hasOwn(methods, method)) throw new Refusal(unknownMethod, `This shell has no ${method}`);
  return { code: 0, data: await methods[method](params ?? {}) };
}

async function login(): Promise<LoginPayload> {
  const value = localStorage.getItem(nameKey) ?? '';
  const input = make('input', { name: 'name', maxLength: 40, required: true, autocomplete: 'off', value });

  const choice = await ask({
    title: say('login.title'),
    text: say('login.text'),
    content: make('label', {}, say('login.name'), input),
    choices: [{ value: 'sign-in', label: say('login.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled, say('login.cancelled'));
  localStorage.setItem(nameKey, input.value);
  return { login_type: 'facebook', token: `sandbox:${input.value}` };
}

async function share({ title, text, url, image }: ShareCard): Promise<BridgeData<'share'>> {
  const picture = make('img', { src: image, alt: '' });
  const parts = [picture, make('p', {}, text), make('small', {}, url)];
  const choice = await ask({
    title,
    content: make('div', { className: 'share-card' }, ...parts),
    choices: [{ value: 'share', label: say('share.go'), main: true }],
  });
  if (choice === null) throw new Refusal(cancelled);
  return {};
}

/** Plays a full-screen ad; resolves when the user closes it. Rejects if the user skips a rewarded ad. */
function playAd({ rewarded }: { rewarded: boolean }): Promise<void> {
  return fillScreen<void>('ad', (view, { resolve, reject }) => {
    view.innerHTML = `
      <span class="ad-mark"></span>
      <div class="ad-art" aria-hidden="true"><i></i><i></i><i></i></div>
      <h2></h2>
      <p class="ad-text"></p>
      <p class="countdown" role="timer"></p>
      <button type="button" class="ad-close"></button>`;
    inside(view, '.ad-mark').textContent = say('ad.mark');
    inside(view, 'h2').textContent = say('ad.title');
    inside(view, '.ad-text').textContent = say('ad.text');
    const countdown = inside(view, '.countdown');
    const close = inside(view, '.ad-close');
    let left = duration;

    const show = () => {
      const over = say(rewarded ? 'ad.earned' : 'ad.over');
      countdown.textContent = left > 0 ? say('ad.left', left) : over;
      close.textContent = say(left > 0 ? 'ad.skip' : 'ad.close');
    };
    const timer = setInterval(() => {
      left--;
      show();
      if (left === 0) clearInterval(timer);
    }, 1000);
    close.addEventListener('click', () => {
      clearInterval(timer);
      if (left > 0 && rewarded) reject(new Refusal(cancelled, say('ad.skipped')));
      else resolve();
    });
    show();
  });
}

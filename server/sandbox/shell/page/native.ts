import type {
  BridgeData,
  BridgeMethod,
  BridgeOutcome,
  BridgeParams,
  LoginPayload,
  Pictures,
  ShareCard,
} from '../../../../src/platform/bridge/bridge-protocol.ts';
import { element, inside, make } from './element.ts';
import { restorePurchase, sellOrder, sellSubscription } from './payments.ts';
import { cancelled, Refusal } from './refusal.ts';
import { nextFailure, say } from './settings.ts';
import { ask, fillScreen, nativeToast } from './sheets.ts';

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
      <svg width="180" height="150" aria-hidden="true" fill="#3f6a3a">
        <path d="M20 68a8 8 0 0 1 8-8h104a8 8 0 0 1 8 8v22a60 60 0 0 1-60 60 60 60 0 0 1-60-60z" />
        <circle cx="141" cy="97" r="17" fill="none" stroke="#3f6a3a" stroke-width="12" />
        <rect x="72" width="14" height="44" rx="7" fill="#fff" fill-opacity="0.7" />
      </svg>
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

const samples = '/sandbox/shell/album';
const view = `${samples}/portrait.jpg`;
/** Addresses of the simulated phone's photos, newest first. Saved and uploaded photos are added. */
const album = [view, `${samples}/close.jpg`, `${samples}/hills.jpg`];

async function takePhoto(): Promise<Pictures> {
  await fillScreen<void>('camera', (screen, { resolve, reject }) => {
    const shutter = { className: 'shutter', ariaLabel: say('camera.shutter'), onclick: () => resolve() };
    const cancel = { className: 'camera-cancel', onclick: () => reject(new Refusal(cancelled)) };
    screen.append(
      make('img', { src: view, alt: '' }),
      make('button', shutter),
      make('button', cancel, say('cancel')),
    );
  });
  return numbered([view]);
}

async function chooseFromAlbum(count: number): Promise<Pictures> {
  const grid = make('div', { className: 'album' });
  const fill = () => grid.replaceChildren(...album.map((address, place) => tile(address, place, count)));
  fill();
  const browse = fileInput(count, added => {
    album.unshift(...added);
    fill();
    for (const box of boxesOf(grid).slice(0, Math.min(added.length, count))) box.checked = true;
  });
  grid.addEventListener('change', () => {
    const chosen = boxesOf(grid).filter(box => box.checked);
    for (const box of boxesOf(grid)) box.disabled = !box.checked && count > 1 && chosen.length >= count;
  });
  const choice = await ask({
    title: say('album.title', count),
    content: make('div', {}, grid, browse),
    choices: [{ value: 'add', label: say('pictures.done'), main: true }],
  });
  const chosen = boxesOf(grid).filter(box => box.checked);
  if (choice === null || chosen.length === 0) throw new Refusal(cancelled);
  return numbered(chosen.map(box => box.value));
}

async function choosePictures(count: number): Promise<Pictures> {
  const choice = await ask({
    title: say('pictures.title'),
    choices: [
      { value: 'camera', label: say('pictures.camera') },
      { value: 'album', label: say('pictures.album') },
    ],
  });
  if (choice === null) throw new Refusal(cancelled);
  return choice === 'camera' ? takePhoto() : chooseFromAlbum(count);
}

async function saveToAlbum(url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok) throw new Refusal(response.status, response.statusText);
  album.unshift(URL.createObjectURL(await response.blob()));
}

function tile(address: string, place: number, count: number): HTMLElement {
  const type = count > 1 ? 'checkbox' : 'radio';
  const ariaLabel = say('album.photo', place + 1);
  const box = make('input', { type, name: 'photo', value: address, ariaLabel });
  return make('label', {}, box, make('img', { src: address, alt: '' }));
}

function boxesOf(grid: HTMLElement): HTMLInputElement[] {
  return [...grid.querySelectorAll('input')];
}

function fileInput(count: number, onFiles: (addresses: string[]) => void): HTMLElement {
  const input = make('input', { type: 'file', accept: 'image/*', multiple: count > 1 });
  input.addEventListener('change', () =>
    onFiles([...(input.files ?? [])].map(file => URL.createObjectURL(file))),
  );
  return make('label', { className: 'browse' }, say('pictures.file'), input);
}

/** Numbered pictures in Base64, as the bridge sends them: `{"0": "<base64>", …}`. */
async function numbered(addresses: string[]): Promise<Pictures> {
  const pictures = await Promise.all(addresses.map(base64Of));
  return Object.fromEntries(pictures.map((picture, index) => [String(index), picture]));
}

async function base64Of(address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
  return btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''));
}

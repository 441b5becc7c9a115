import type { Pictures } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { make } from './element.ts';
import { cancelled, Refusal } from './refusal.ts';
import { ask, fillScreen } from './sheets.ts';
import { say } from './words.ts';

const samples = '/sandbox/shell/album';
const view = `${samples}/portrait.jpg`;
/** Addresses of the simulated phone's photos, newest first. Saved and uploaded photos are added. */
const album = [view, `${samples}/close.jpg`, `${samples}/hills.jpg`];

export async function takePhoto(): Promise<Pictures> {
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

export async function chooseFromAlbum(count: number): Promise<Pictures> {
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

export async function choosePictures(count: number): Promise<Pictures> {
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

export async function saveToAlbum(url: string): Promise<void> {
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
  const blob = await (await fetch(address)).blob();
  const url = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
  return url.slice(url.indexOf(',') + 1);
}

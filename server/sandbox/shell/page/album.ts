import type { Pictures } from '../../../../src/platform/bridge/bridge-protocol.ts';
import { cancelled, Refusal } from './refusal.ts';
import { ask, fillScreen } from './sheets.ts';
import { say } from './words.ts';

const samples = '/sandbox/shell/album';
const view = `${samples}/portrait.jpg`;
/** Addresses of the photos on the phone, newest first; saved and uploaded ones are added. */
const album = [view, `${samples}/close.jpg`, `${samples}/hills.jpg`];

export async function takePhoto(): Promise<Pictures> {
  await fillScreen<void>('camera', (screen, { resolve, reject }) => {
    const finder = document.createElement('img');
    finder.src = view;
    finder.alt = '';
    const shutter = document.createElement('button');
    shutter.className = 'shutter';
    shutter.setAttribute('aria-label', say('camera.shutter'));
    shutter.addEventListener('click', () => resolve());
    const cancel = document.createElement('button');
    cancel.className = 'camera-cancel';
    cancel.textContent = say('cancel');
    cancel.addEventListener('click', () => reject(new Refusal(cancelled)));
    screen.append(finder, shutter, cancel);
  });
  return numbered([view]);
}

export async function chooseFromAlbum(count: number): Promise<Pictures> {
  const grid = document.createElement('div');
  grid.className = 'album';
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
  const content = document.createElement('div');
  content.append(grid, browse);

  const choice = await ask({
    title: say('album.title', count),
    content,
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
  const label = document.createElement('label');
  const box = document.createElement('input');
  box.type = count > 1 ? 'checkbox' : 'radio';
  box.name = 'photo';
  box.value = address;
  box.setAttribute('aria-label', say('album.photo', place + 1));
  const picture = document.createElement('img');
  picture.src = address;
  picture.alt = '';
  label.append(box, picture);
  return label;
}

function boxesOf(grid: HTMLElement): HTMLInputElement[] {
  return [...grid.querySelectorAll('input')];
}

function fileInput(count: number, onFiles: (addresses: string[]) => void): HTMLElement {
  const label = document.createElement('label');
  label.className = 'browse';
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = 'image/*';
  input.multiple = count > 1;
  input.addEventListener('change', () =>
    onFiles([...(input.files ?? [])].map(file => URL.createObjectURL(file))),
  );
  label.append(say('pictures.file'), input);
  return label;
}

/** Base64 by number, as the bridge sends it: `{"0": "<base64>", …}`. */
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

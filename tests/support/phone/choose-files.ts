import { readFile } from 'node:fs/promises';
import { waitFor } from '@testing-library/dom';

/** Makes a photo file with one face. Each name gives different bytes, because the name is appended to the picture. */
export async function aPhoto(name = 'astronaut.png'): Promise<File> {
  return new File([await readFile('tests/testdata/astronaut.png'), name], name, { type: 'image/png' });
}

/** Chooses files in the open file picker; returns true if the picker allows several. */
export async function chooseFiles(...files: File[]): Promise<boolean> {
  const input = await waitFor(() => {
    const open = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!open) throw new Error('no file picker is open');
    return open;
  });
  Object.defineProperty(input, 'files', { value: files });
  input.dispatchEvent(new Event('change'));
  return input.multiple;
}

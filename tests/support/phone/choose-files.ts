import { readFile } from 'node:fs/promises';
import { waitFor } from '@testing-library/dom';

/** A photo file with one face. The name is also appended to the picture's bytes, so each name gives another photo. */
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

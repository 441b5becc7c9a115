import { screen, waitFor, within } from '@testing-library/dom';
import { expect, inject, vi } from 'vitest';
import type { Draft, Photo } from '../../src/state/draft.ts';
import { uploadPhoto } from './api/a-job.ts';
import { ApiUser, overHttp } from './api/api.ts';
import { aPhoto, chooseFiles } from './phone/choose-files.ts';
import { createStore, set } from './phone/fake-idb.ts';
import { renderAt } from './render-at.tsx';
import { photo } from './saved-values.ts';

export function button(name: string | RegExp): Promise<HTMLButtonElement> {
  return screen.findByRole<HTMLButtonElement>('button', { name });
}

/** Waits until a button is enabled and not busy, then presses it. */
export async function press(name: string | RegExp): Promise<void> {
  const found = await waitFor(() => {
    const now = screen.getByRole<HTMLButtonElement>('button', { name });
    expect(
      now.disabled || now.hasAttribute('aria-busy') || now.getAttribute('aria-disabled') === 'true',
    ).toBe(false);
    return now;
  });
  found.click();
}

/** Opens a picture's sheet "More"; returns queries for its content. */
export async function openMore(): Promise<ReturnType<typeof within>> {
  await press('More');
  const sheet = within(await screen.findByRole('dialog', { name: 'More' }));
  // A sheet that follows another one ignores presses at first.
  await waitFor(() => expect(sheet.getByText('Cancel').hasAttribute('aria-disabled')).toBe(false));
  return sheet;
}

/** Waits until a picture's sheet "More" offers a button, then presses it. */
export async function pressMore(name: string): Promise<void> {
  const found = await vi.waitFor(
    async () => {
      const sheet = await openMore();
      const offered = sheet.queryByRole('button', { name });
      if (offered) return offered;
      sheet.getByRole('button', { name: 'Cancel' }).click();
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
      throw new Error(`"${name}" is not offered`);
    },
    { timeout: 20_000 },
  );
  found.click();
}

export function heading(name: string): Promise<HTMLElement> {
  return screen.findByRole('heading', { level: 1, name });
}

export async function frontPhotoIsThere(): Promise<void> {
  await waitFor(async () => expect((await button(/^Continue/)).disabled).toBe(false));
}

/** Starts in the first step without photos, and adds and uploads a front photo. */
export async function addFrontPhoto(): Promise<void> {
  await press(/^Add your photos/);
  await press('Add a front photo');
  await chooseFiles(await aPhoto());
  await frontPhotoIsThere();
}

/** `place` counts from 0. */
export async function chooseTemplate(place: number): Promise<void> {
  const templates = await screen.findAllByRole<HTMLInputElement>('radio');
  templates[place]?.click();
  await waitFor(() => expect(templates[place]?.checked).toBe(true));
}

/**
 * Saves a draft as an earlier visit would have left it: an uploaded front photo, and other photos with their bytes on the
 * phone. Call `newPhone` first.
 */
export async function saveDraft(changes: Partial<Draft> = {}, ...others: Partial<Photo>[]): Promise<void> {
  const user = new ApiUser(overHttp(inject('backend')), localStorage.getItem('tyy.token') ?? '');
  const photos: Photo[] = [{ ...photo, address: await uploadPhoto(user) }];
  for (const other of others) {
    const name = `other-${photos.length}.png`;
    photos.push({ ...photo, id: name, name, suffix: '', ...other });
    const bytes = await (await aPhoto(name)).arrayBuffer();
    await set(name, { bytes, type: 'image/png', isPrepared: false }, createStore('tyy-photos'));
  }
  await set('tyy.wizard', JSON.stringify({ step: 'select', photos, ...changes }));
}

/** Opens the wizard with a saved draft and chooses a template. */
export async function readyToMake(): Promise<void> {
  await saveDraft();
  await renderAt('/make-pic');
  await heading('Make pictures');
  await chooseTemplate(1);
}

/** Skips the app's delay of 1.5 s before it searches again for a lost job. */
export function lookForJobsAtOnce(): void {
  const { setTimeout: setTimer } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, delay?: number) =>
    setTimer(run, delay === 1500 ? 0 : delay)) as typeof setTimeout);
}

import { screen, within } from '@testing-library/dom';
import { vi } from 'vitest';

/** Presses a choice of the question of that title. */
export async function choose(title: string, choice: string): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name: title }));
  question.getByRole('button', { name: choice }).click();
}

/** Puts a share sheet into the browser; `open` says how it ends. */
export function addSheet(open: (data: ShareData) => Promise<void> = async () => undefined) {
  const share = vi.fn(open);
  Object.assign(navigator, { share, canShare: () => true });
  return share;
}

/** Takes it out again. */
export function removeSheet(): void {
  Object.assign(navigator, { share: undefined, canShare: undefined });
}

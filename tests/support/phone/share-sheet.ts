import { screen, within } from '@testing-library/dom';
import { vi } from 'vitest';

/** Presses a button in the dialog with this title. */
export async function choose(title: string, choice: string): Promise<void> {
  const question = within(await screen.findByRole('dialog', { name: title }));
  question.getByRole('button', { name: choice }).click();
}

/** Gives the browser a share sheet. `open` decides its result. */
export function addSheet(open: (data: ShareData) => Promise<void> = async () => undefined) {
  const share = vi.fn(open);
  Object.assign(navigator, { share, canShare: () => true });
  return share;
}

export function removeSheet(): void {
  Object.assign(navigator, { share: undefined, canShare: undefined });
}

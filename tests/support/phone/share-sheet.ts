import { screen, waitFor, within } from '@testing-library/dom';
import { expect, vi } from 'vitest';

/** Presses a button in the dialog with this title. */
export async function choose(title: string, choice: string): Promise<void> {
  const question = await screen.findByRole('dialog', { name: title });
  const picked = within(question).queryByRole('radio', { name: choice });
  picked?.click();
  const find = () =>
    within(question).getByRole<HTMLButtonElement>('button', {
      name: picked ? /^(Redo|Send|Return)/ : choice,
    });
  await waitFor(() => expect(find().disabled || find().hasAttribute('aria-disabled')).toBe(false));
  find().click();
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

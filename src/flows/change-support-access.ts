import { allowSupport } from '../api/support-access.ts';
import { ask, withLoading } from '../state/overlay.ts';

/** Lets support see the user's pictures once they have read what that means; takes it back at once. */
export async function changeSupportAccess(isAllowed: boolean): Promise<void> {
  if (!isAllowed) {
    const choice = await ask({
      title: 'support-access.title',
      text: 'support-access.text',
      choices: [{ value: 'allow', label: 'support-access.allow-day', kind: 'primary' }],
    });
    if (choice === null) return;
  }
  // The client says what goes wrong.
  await withLoading('reject.running', () => allowSupport(!isAllowed)).catch(() => undefined);
}

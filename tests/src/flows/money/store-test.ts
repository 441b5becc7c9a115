import { vi } from 'vitest';
import { test as base } from '../../../support/api/signed-in.ts';
import {
  type FakeShell,
  openFakeShell,
  type ShellAction,
  type ShellActions,
} from '../../../support/phone/fake-shell.ts';
import { FakeStore } from '../../../support/phone/fake-store.ts';

export interface Selling {
  /** A fake app store on the user's phone. */
  store: FakeStore;
  /** Opens a fake native app with this store. `reply` makes the native app's reply to a sale. */
  openShell: (reply: (receipt: string) => ReturnType<ShellAction<'pay'>>, more?: ShellActions) => FakeShell;
}

export const test = base.extend<Selling>({
  store: async ({ user }, use) => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await use(new FakeStore(user.transport));
  },
  openShell: async ({ store }, use) =>
    use((reply, more) => openFakeShell({ ...store.actions(reply), ...more })),
});

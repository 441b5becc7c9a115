import { isSparing } from '../../platform/connection.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { toast, withLoading } from '../../state/overlay.ts';

/** Loads the code of `createPic`. It is in a separate file, because it is needed only after a template is chosen. */
export const openCreatePic = () => import('./create-pic.ts');

/** Preloads the code of `createPic` when the browser is idle, unless the user saves data. */
export function loadCreatePic(): void {
  if (isSparing()) return;
  whenIdle()
    .then(openCreatePic)
    .catch(() => undefined);
}

export const createPic = (): Promise<void> => withFile(file => file.createPic());

export const getCoins = (balance: number, cost: number): Promise<void> =>
  withFile(async file => void (await file.getCoins(balance, cost)));

async function withFile(use: (file: typeof import('./create-pic.ts')) => Promise<void>): Promise<void> {
  const file = await withLoading('make-pic.checking', openCreatePic).catch(() => null);
  if (file) await use(file);
  else toast(navigator.onLine ? 'error.network' : 'offline');
}

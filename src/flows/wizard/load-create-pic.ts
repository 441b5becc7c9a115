import { isSparing } from '../../platform/connection.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { toast, withLoading } from '../../state/overlay.ts';

/** What follows the choice of a template, which is a file of its own. */
export const openCreatePic = () => import('./create-pic.ts');

/** Downloads what follows the choice of a template once the browser has nothing else to do, unless bytes are dear. */
export function loadCreatePic(): void {
  if (isSparing()) return;
  whenIdle()
    .then(openCreatePic)
    .catch(() => undefined);
}

/** `createPic` of the file that is downloaded with it. */
export const createPic = (): Promise<void> => withFile(file => file.createPic());

/** `getCoins` of the file that is downloaded with it; its result is not needed here. */
export const getCoins = (balance: number, cost: number): Promise<void> =>
  withFile(async file => void (await file.getCoins(balance, cost)));

async function withFile(use: (file: typeof import('./create-pic.ts')) => Promise<void>): Promise<void> {
  const file = await withLoading('make-pic.checking', openCreatePic).catch(() => null);
  if (file) await use(file);
  else toast(navigator.onLine ? 'error.network' : 'offline');
}

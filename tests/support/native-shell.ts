import { readFile } from 'node:fs/promises';
import { FakeShell, succeed } from './fake-shell.ts';

/** Where the native app lives, who its user is, and the photo that its camera and album give. */
export interface NativeShellOptions {
  origin: string;
  person: string;
  photo: string;
}

/**
 * The native app as a phone would play it: it signs in, gives photos, and sells through the sandbox. Whatever webview
 * there is hands it the page's messages and the page its replies.
 */
export class NativeShell extends FakeShell {
  /** The receipts that the phone's store account remembers. */
  readonly receipts: string[] = [];

  constructor({ origin, person, photo }: NativeShellOptions) {
    const pictures = async () => succeed({ pictures: { 0: await readFile(photo, 'base64') } });
    super({
      login: () => succeed({ login_type: 'facebook', token: `sandbox:${person}` }),
      takePhoto: pictures,
      openAlbum: pictures,
      importPicture: pictures,
      pay: async ({ order_id }) => succeed({ receipt: await sell(origin, 'pay', { order_id }) }),
      subscription: async ({ product_id }) =>
        succeed({ receipt: await sell(origin, 'subscribe', { product_id }) }),
      restore: () => succeed({ receipt: this.receipts.at(-1) ?? 'none' }),
    });
  }
}

/** Pays in the sandbox's store and returns the receipt. */
export async function sell(origin: string, what: 'pay' | 'subscribe', goods: object): Promise<string> {
  const response = await fetch(`${origin}/sandbox/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(goods),
  });
  if (!response.ok) throw new Error(`The sandbox's store replied ${response.status}`);
  return ((await response.json()) as { receipt: string }).receipt;
}

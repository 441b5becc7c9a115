import { readFile } from 'node:fs/promises';
import { overHttp } from './api.ts';
import { FakeShell, succeed } from './fake-shell.ts';
import { FakeStore } from './fake-store.ts';

/** Where the native app lives, the name of its user, and the photo that its camera and album give. */
export interface NativeShellOptions {
  origin: string;
  userName: string;
  photo: string;
}

/**
 * The native app as a phone would play it: it signs in, gives photos, and sells through the sandbox. Whatever webview
 * there is hands it the page's messages and the page its replies.
 */
export class NativeShell extends FakeShell {
  readonly store: FakeStore;

  constructor({ origin, userName, photo }: NativeShellOptions) {
    const store = new FakeStore(overHttp(origin));
    const pictures = async () => succeed({ pictures: { 0: await readFile(photo, 'base64') } });
    super({
      login: () => succeed({ login_type: 'facebook', token: `sandbox:${userName}` }),
      takePhoto: pictures,
      openAlbum: pictures,
      importPicture: pictures,
      ...store.actions(),
    });
    this.store = store;
  }
}

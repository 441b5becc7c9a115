import { readFile } from 'node:fs/promises';
import { overHttp } from '../api/api.ts';
import { FakeShell, succeed } from './fake-shell.ts';
import { FakeStore } from './fake-store.ts';

/** The backend's origin, the user's name, and the photo that camera and album return. */
export interface NativeShellOptions {
  origin: string;
  userName: string;
  photo: string;
}

/**
 * A fake native app that signs in, returns photos and sells through the sandbox. The test's webview must pass messages
 * between this app and the page.
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

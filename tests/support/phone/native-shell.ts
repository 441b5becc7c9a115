import { readFile } from 'node:fs/promises';
import { overHttp } from '../api/api.ts';
import { FakeShell, succeed } from './fake-shell.ts';
import { FakeStore } from './fake-store.ts';

/** Origin of the backend, name of the user, and the photo that camera and album return. */
export interface NativeShellOptions {
  origin: string;
  userName: string;
  photo: string;
}

/**
 * A phone's native app: it signs in, returns photos, and sells through the sandbox. The test's webview passes messages
 * between the native app and the page.
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

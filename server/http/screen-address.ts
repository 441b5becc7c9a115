import { appPath } from './app-files.ts';

/** A screen that there is not. */
const noScreen = `${appPath}-`;

/**
 * The address of a request as it is served: one below the app's path that cannot be read, or leads out of it, is that of a
 * screen that there is not, so that the app says so. All others stay.
 */
export function screenAddress(url: string): string {
  const path = url.split('?', 1)[0]!;
  return path.startsWith(appPath) && !isPlain(path) ? noScreen : url;
}

/** Whether a path can be decoded, and names something below itself. */
function isPlain(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file has them in its name.
    return !/[\0-\x1f]|\/\//.test(decoded) && !decoded.split(/[/\\]/).includes('..');
  } catch {
    return false;
  }
}

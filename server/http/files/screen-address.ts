import { appPath } from './app-files.ts';

/** An address that no screen has. */
const noScreen = `${appPath}-`;

/**
 * The address that a request is served as. One below the app's path that cannot be decoded, or leads out of it, becomes
 * an address that no screen has.
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

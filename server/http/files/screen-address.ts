import { appPath } from './app-files.ts';

const noScreen = `${appPath}-`;

/** Replaces a path below the app's that cannot be decoded, or leads out of it, by one without a screen. */
export function screenAddress(url: string): string {
  const path = url.split('?', 1)[0]!;
  return path.startsWith(appPath) && !isPlain(path) ? noScreen : url;
}

/** True if the path can be decoded, has no control characters or empty segments, and does not go up. */
function isPlain(path: string): boolean {
  try {
    const decoded = decodeURIComponent(path);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no file has them in its name.
    return !/[\0-\x1f]|\/\//.test(decoded) && !decoded.split(/[/\\]/).includes('..');
  } catch {
    return false;
  }
}

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { appPolicy, policyHeader } from '../security-headers.ts';
import { startPage } from './start-page.ts';

/** A page of the app, and how it is sent. */
export interface ScreenPage {
  html: string;
  /** The Content-Security-Policy that allows its scripts and styles. */
  policy: string;
  send: ReturnType<typeof startPage>;
}

/** The pages of one build. */
export interface ScreenPages {
  home: ScreenPage;
  /** All screens but Home. */
  frame: ScreenPage;
}

/**
 * Reads the pages of the built app, anew where a build has written them since; while one is being written, those of before
 * stay. `onBuild` is called with each. Null where there is no build.
 */
export async function screenPages(
  folder: string,
  pictureOrigins: string[],
  onBuild: () => Promise<void>,
): Promise<(() => Promise<ScreenPages>) | null> {
  const files = ['index.html', 'frame.html'].map(name => join(folder, name));
  let version = '';
  let pages: ScreenPages | null = null;

  async function refresh(): Promise<void> {
    const found = await versionOf(files);
    if (found === null || found === version) return;
    const [home = '', frame = home] = await Promise.all(files.map(readText));
    if (home === '') return;
    version = found;
    const pageOf = (html: string): ScreenPage => ({
      html,
      policy: policyHeader(appPolicy(html, pictureOrigins)),
      send: startPage(html),
    });
    pages = { home: pageOf(home), frame: pageOf(frame) };
    await onBuild();
  }

  await refresh();
  if (pages === null) return null;
  const first: ScreenPages = pages;
  return async () => {
    await refresh();
    return pages ?? first;
  };
}

const readText = (file: string) => readFile(file, 'utf8').catch(() => undefined);

/** Changes with each build; null where there is none. */
async function versionOf(files: string[]): Promise<string | null> {
  const [home, frame] = await Promise.all(files.map(file => stat(file).catch(() => null)));
  return home ? [home, frame].map(info => `${info?.ino} ${info?.mtimeMs} ${info?.size}`).join() : null;
}

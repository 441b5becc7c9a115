import { vi } from 'vitest';

/** The file names of the page's downloads from now on; nothing is saved. */
export function recordDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

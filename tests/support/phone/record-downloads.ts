import { vi } from 'vitest';

/** Returns a list to which the file name of each later download is added. No file is saved. */
export function recordDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

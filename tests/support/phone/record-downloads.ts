import { vi } from 'vitest';

/** Records the file names of the page's downloads from now on; saves nothing. */
export function recordDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

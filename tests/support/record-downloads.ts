import { vi } from 'vitest';

/** The names under which the page downloads files from now on; none of them is saved. */
export function recordDownloads(): string[] {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
  return names;
}

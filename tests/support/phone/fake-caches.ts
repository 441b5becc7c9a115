import { vi } from 'vitest';

/**
 * Gives the page a cache storage until the test ends, because the test environment has none. `given` has the responses
 * by cache name and address.
 */
export function openFakeCaches(given: Record<string, Record<string, Response | undefined>>): {
  names(): string[];
} {
  const all = new Map(Object.entries(given));
  vi.stubGlobal('caches', {
    keys: async () => [...all.keys()],
    delete: async (name: string) => all.delete(name),
    async open(name: string) {
      const entries = all.get(name) ?? {};
      return {
        keys: async () => Object.keys(entries).map(url => ({ url })),
        match: async ({ url }: { url: string }) => entries[url]?.clone(),
      };
    },
  });
  return { names: () => [...all.keys()] };
}

import type { ObjectStore } from '../../../server/store/object-store.ts';

export async function keysBelow(store: Pick<ObjectStore, 'list'>, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}

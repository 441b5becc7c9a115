/** A value of one history entry, kept only in memory. */
interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

/** Most values to keep; the oldest are removed. */
const mostValues = 40;

const values = new Map<string, unknown>();

/** Memory of the current history entry, so that a screen can be restored after going back. */
export function entryMemory<T>(name: string): Memory<T> {
  const key = `${history.state?.id ?? 'first'} ${location.pathname} ${name}`;
  return {
    read: () => values.get(key) as T | undefined,
    save: value => {
      values.delete(key);
      values.set(key, value);
      for (const oldest of values.keys()) {
        if (values.size <= mostValues) break;
        values.delete(oldest);
      }
    },
  };
}

/** Clears the values of all history entries. With a name, clears only the values of that name. */
export function clearEntries(name = ''): void {
  for (const key of values.keys()) {
    if (key.endsWith(name)) values.delete(key);
  }
}

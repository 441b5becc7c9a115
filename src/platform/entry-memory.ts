interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

/** Maximum number of values; the oldest are dropped. */
const mostValues = 40;

const values = new Map<string, unknown>();

/** A value stored for the current history entry, which restores a screen's state after going back. */
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

/** Deletes the values of all history entries. If `name` is given, deletes only the values with that name. */
export function clearEntries(name = ''): void {
  for (const key of values.keys()) {
    if (key.endsWith(name)) values.delete(key);
  }
}

/** A value that is remembered for one entry of the history as long as the page lives. */
interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

/** The most values that are remembered; those that were saved longest ago go first. */
const mostValues = 40;

const values = new Map<string, unknown>();

/** A memory of the entry that is open now, so that going back finds what was left there. */
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

/** Clears what was remembered for all entries, or only the values of one name. */
export function clearEntries(name = ''): void {
  for (const key of values.keys()) {
    if (key.endsWith(name)) values.delete(key);
  }
}

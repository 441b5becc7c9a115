/** Keeps a component's value after unmount, for example in a history entry. */
export interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

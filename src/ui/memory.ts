/** Stores a component's value after unmount, for example per history entry. */
export interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

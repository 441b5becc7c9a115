/** Stores a component's value beyond its life, e.g. in a history entry. */
export interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

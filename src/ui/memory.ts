/** Where a part keeps a value beyond its own life, such as that of the history entry it is shown in. */
export interface Memory<T> {
  read: () => T | undefined;
  save: (value: T) => void;
}

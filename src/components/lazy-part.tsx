import { type ComponentType, useEffect, useState } from 'react';
import { useReturnOnline } from '../ui/use-return-online.ts';

/** A component that loads on its first render. A failed load is retried on the next mount or when back online. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;

  return props => {
    const [, setHere] = useState(Part !== null);

    const open = async (): Promise<boolean> => {
      try {
        Part ??= (await load()).default;
        setHere(true);
      } catch {
        // If the code fails to load, render nothing.
      }
      return Part !== null;
    };

    // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per mount.
    useEffect(() => void open(), []);
    useReturnOnline(open);
    return Part && <Part {...props} />;
  };
}

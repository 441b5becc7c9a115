import { type ComponentType, useEffect, useState } from 'react';
import { useReturnOnline } from '../ui/use-return-online.ts';

/**
 * Loads a component on its first render, and renders nothing until it is loaded. Retries a failed load when mounted
 * again or back online.
 */
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

import { type ComponentType, useEffect, useState } from 'react';
import { useReturnOnline } from '../ui/use-return-online.ts';

/**
 * A part that is downloaded when it is first shown. Until then nothing stands in its place; one that does not come is tried
 * again when it is next shown, and when the network is back.
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
        // Nothing stands in its place.
      }
      return Part !== null;
    };

    // biome-ignore lint/correctness/useExhaustiveDependencies: it is opened once.
    useEffect(() => void open(), []);
    useReturnOnline(open);
    return Part && <Part {...props} />;
  };
}

import type { ComponentType } from 'react';
import { useLoad } from '../ui/use-load.ts';

/**
 * A part that is downloaded when it is first shown. Until then nothing stands in its place; one that does not come is tried
 * again when it is next shown, and when the network is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null;

  async function open(): Promise<void> {
    Part = (await load()).default;
  }

  return props => {
    useLoad(async () => Part ?? open());
    return Part && <Part {...props} />;
  };
}

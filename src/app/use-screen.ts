import { usePath } from '../platform/navigation.ts';
import { notFound, type Screen, screens } from './screens.ts';

export function useScreen(): Screen {
  const path = usePath();
  return screens.find(screen => screen.path === path) ?? notFound;
}

import { useEffect, useRef, useState } from 'react';

/** Excludes the area behind the tab bar and the button above it. */
const behindBars = '0px 0px -136px';

/** Returns a ref for an element, and whether the element has ever been visible. */
export function useSeen<Shown extends Element>() {
  const ref = useRef<Shown>(null);
  const [isSeen, setSeen] = useState(false);

  useEffect(() => {
    const observer = new IntersectionObserver(
      entries => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        setSeen(true);
      },
      { rootMargin: behindBars },
    );
    if (ref.current) observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);

  return [ref, isSeen] as const;
}

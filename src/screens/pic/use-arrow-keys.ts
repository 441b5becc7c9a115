import { useEffect, useRef } from 'react';

/** The arrow keys turn the pages wherever the focus is, but where a layer or a control of its own has them. */
export function useArrowKeys(turn: (step: number) => void): void {
  const latest = useRef(turn);
  latest.current = turn;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const isTaken = event.defaultPrevented || document.querySelector('dialog[open], [role=dialog]');
      if (step && !isTaken) latest.current(step);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

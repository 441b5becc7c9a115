import type { KeyboardEvent as ReactKeyboardEvent } from 'react';

/** Key code that browsers send for keys of an input method editor. Safari sends it after the composition has ended. */
const composing = 229;

/**
 * True if a key press is meant for the app: nobody has handled it, no modifier key is down, and it does not belong to an
 * input method editor.
 */
export function isForApp(event: KeyboardEvent | ReactKeyboardEvent): boolean {
  const { defaultPrevented, altKey, ctrlKey, metaKey, shiftKey, isComposing, keyCode } =
    'nativeEvent' in event ? event.nativeEvent : event;
  const isModified = altKey || ctrlKey || metaKey || shiftKey;
  return !(defaultPrevented || isModified || isComposing || keyCode === composing);
}

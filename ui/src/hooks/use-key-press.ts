import { useEffect, useEffectEvent } from 'react';

/** Hears every key that is pressed on the page, for as long as what calls it is shown. */
export function useKeyPress(onPress: (event: KeyboardEvent) => void) {
  const press = useEffectEvent(onPress);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // While a letter is being composed, Escape and the arrows belong to that.
      if (!event.isComposing && !event.ctrlKey && !event.metaKey && !event.altKey) press(event);
    };
    document.addEventListener('keydown', listen);
    return () => {
      document.removeEventListener('keydown', listen);
    };
  }, []);
}

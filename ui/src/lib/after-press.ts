let isPressed = false;

const trackPress = ({ type }: Event) => {
  isPressed = type === 'pointerdown';
};
for (const type of ['pointerdown', 'pointerup', 'pointercancel']) addEventListener(type, trackPress, true);

/** Calls `act` at once or, while a pointer is down, after its click. */
export function afterPress(act: () => void) {
  if (isPressed) addEventListener('pointerup', () => setTimeout(act), { once: true });
  else act();
}

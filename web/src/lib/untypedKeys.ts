/** The code of a key that an input method has handled. Safari sends the Enter that ends a composition after its end, with this code. */
const handledByInputMethod = 229;

/**
 * Keeps from all listeners the keys that an input method handles, whose Enter and arrows choose its words, and the events without a key
 * that Chrome sends when it fills in a field. Call once, before other listeners are added.
 */
export function ignoreUntypedKeys(): void {
  window.addEventListener(
    "keydown",
    (event) => {
      // A plain event, in spite of its type.
      const isTyped = event instanceof KeyboardEvent && !event.isComposing;
      if (!isTyped || event.keyCode === handledByInputMethod) event.stopImmediatePropagation();
    },
    true,
  );
}

/** Where a pointer is, and how far to scroll to what a key has led to. */

interface PointerPlace {
  readonly clientX: number;
  readonly clientY: number;
}

/** Left and top of the pointer in an element, in CSS pixels from its corner. */
export function placeUnder(event: PointerPlace, element: Element): readonly [x: number, y: number] {
  const box = element.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

/**
 * Scrolls until a stripe of the content is in sight, and not at all where it is already.
 *
 * @param top of the stripe in the content; all in CSS pixels
 * @param viewport how much of the content is seen at a time
 * @param margin kept between the stripe and the edge
 */
export function bringIntoSight(
  scroller: Pick<Element, 'scrollTop'>,
  top: number,
  height: number,
  viewport: number,
  margin = 0,
): void {
  if (top < scroller.scrollTop) scroller.scrollTop = top - margin;
  else if (top + height > scroller.scrollTop + viewport)
    scroller.scrollTop = top + height - viewport + margin;
}

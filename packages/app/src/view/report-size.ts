import type { ContainerDimensions, ViewSize } from '../messages/display.js'

/** The document that is measured, and the receiver of its size. */
export interface SizeOptions {
  readonly window: Window & typeof globalThis
  /** The present dimensions of the frame. */
  dimensions(): ContainerDimensions
  onSize(size: ViewSize): void
}

/**
 * Reports the size of the content: at first, and at most once per frame when it has changed. The width is that of the frame, unless
 * the host lets it follow the content. Returns a function that ends it. spec: apps#host-behavior
 */
export function reportSize({ window, dimensions, onSize }: SizeOptions): () => void {
  const { documentElement, body } = window.document
  let frame: number | undefined
  let last: ViewSize = {}
  const report = () => {
    frame = undefined
    const { width, maxWidth } = dimensions()
    const isWidthFree = width === undefined && maxWidth !== undefined
    const size = {
      width: isWidthFree ? measure(documentElement, 'width') : window.innerWidth,
      height: measure(documentElement, 'height'),
    }
    if (size.width === last.width && size.height === last.height) return
    last = size
    onSize(size)
  }
  const observer = new window.ResizeObserver(() => {
    frame ??= window.requestAnimationFrame(report)
  })
  observer.observe(documentElement)
  observer.observe(body)
  return () => {
    observer.disconnect()
    if (frame !== undefined) window.cancelAnimationFrame(frame)
  }
}

/** The pixels that the content takes, whatever the size of the frame: nothing is painted in between. */
function measure(element: HTMLElement, axis: 'width' | 'height'): number {
  const { style } = element
  const before = style[axis]
  style[axis] = 'max-content'
  const pixels = Math.ceil(element.getBoundingClientRect()[axis])
  style[axis] = before
  return pixels
}

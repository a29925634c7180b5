/** How a view is shown: in the flow of the conversation, over the whole window, or floating above it. */
export type DisplayMode = 'inline' | 'fullscreen' | 'pip'

/** Tells if a value is the name of a display mode. */
export function isDisplayMode(value: unknown): value is DisplayMode {
  return value === 'inline' || value === 'fullscreen' || value === 'pip'
}

/** The colours that a host shows. */
export type Theme = 'light' | 'dark'

/**
 * The size of the frame in pixels, each axis by itself. `height` and `width` are fixed: the view fills them. `maxHeight` and
 * `maxWidth` bound a frame that follows the size of the view. An absent axis is unbounded.
 */
export interface ContainerDimensions {
  readonly height?: number | undefined
  readonly maxHeight?: number | undefined
  readonly width?: number | undefined
  readonly maxWidth?: number | undefined
}

/** The size of the content of a view, in pixels. */
export interface ViewSize {
  readonly width?: number | undefined
  readonly height?: number | undefined
}

/** Strips at the edges that the host or the device covers, in pixels. */
export interface SafeAreaInsets {
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

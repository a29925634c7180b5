import type { ContainerDimensions, ViewSize } from '../messages/display.js'

/** The styles of a frame that give it its size. */
export interface SizeStyle {
  readonly height?: string
  readonly width?: string
  readonly minWidth?: string
}

/**
 * The size that a view asks for, as its frame gets it: a fixed side stays, a side with a maximum ends there, and every side at
 * `most` pixels. Without any width the frame fills its container, and is as wide as the view only where that fits.
 *
 * spec: apps#container-dimensions
 */
export function fitSize(
  asked: ViewSize,
  { height, maxHeight, width, maxWidth }: ContainerDimensions,
  most: number,
): ViewSize {
  const bound = (side: unknown, fixed: number | undefined, max = most) => {
    if (fixed !== undefined) return fixed
    return typeof side === 'number' && Number.isFinite(side) ? Math.max(0, Math.min(side, max, most)) : undefined
  }
  return { width: bound(asked.width, width, maxWidth), height: bound(asked.height, height, maxHeight) }
}

/** The styles of a frame of that size. An absent side changes nothing. */
export function toSizeStyle({ width, height }: ViewSize, dimensions: ContainerDimensions): SizeStyle {
  const followsContainer = dimensions.width === undefined && dimensions.maxWidth === undefined
  const ofWidth = followsContainer ? { minWidth: `min(${width}px, 100%)` } : { width: `${width}px` }
  return {
    ...(height === undefined ? {} : { height: `${height}px` }),
    ...(width === undefined ? {} : ofWidth),
  }
}

import type { Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'

const [least, most] = [120, 640]

/** Between the view and the timeline: dragged, or moved with the arrow keys. */
export function Splitter({ height }: { readonly height: Signal<number> }) {
  const start = useRef<{ readonly y: number; readonly height: number } | undefined>(undefined)
  const set = (value: number) => {
    height.value = Math.max(least, Math.min(most, value))
  }
  return (
    <div
      class="splitter"
      role="separator"
      tabIndex={0}
      aria-orientation="horizontal"
      aria-label="Height of the timeline"
      aria-valuenow={height.value}
      aria-valuemin={least}
      aria-valuemax={most}
      onKeyDown={({ key }) => {
        if (key === 'ArrowUp') set(height.value + 24)
        if (key === 'ArrowDown') set(height.value - 24)
      }}
      onPointerDown={(event) => {
        start.current = { y: event.clientY, height: height.value }
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={({ clientY }) => {
        if (start.current !== undefined) set(start.current.height + start.current.y - clientY)
      }}
      onPointerUp={() => {
        start.current = undefined
      }}
    />
  )
}

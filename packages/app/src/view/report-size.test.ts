import { expect, test } from 'vitest'
import type { ContainerDimensions, ViewSize } from '../messages/display.js'
import { reportSize } from './report-size.js'

/** A page whose content has the size that a test says. */
function create(dimensions: ContainerDimensions = {}) {
  const state = {
    content: { width: 90.2, height: 40.2 },
    innerWidth: 300,
    observed: 0,
    isObserving: true,
    cancelled: [] as number[],
  }
  const frames = new Map<number, () => void>()
  let onResize = () => {}
  let count = 0
  const styles: string[] = []
  const style = { width: '1px', height: '2px' }
  const documentElement = {
    style,
    getBoundingClientRect: () => {
      styles.push(`${style.width} ${style.height}`)
      return state.content
    },
  }
  const page = {
    ...{ document: { documentElement, body: {} } },
    get innerWidth() {
      return state.innerWidth
    },
    ResizeObserver: class {
      constructor(listener: () => void) {
        onResize = listener
      }
      observe() {
        state.observed += 1
      }
      disconnect() {
        state.isObserving = false
      }
    },
    requestAnimationFrame: (fn: () => void) => {
      count += 1
      frames.set(count, fn)
      return count
    },
    cancelAnimationFrame: (id: number) => {
      state.cancelled.push(id)
      frames.delete(id)
    },
  }
  const sizes: ViewSize[] = []
  const options = {
    window: page as never,
    dimensions: () => dimensions,
    onSize: (size: ViewSize) => void sizes.push(size),
  }
  const stop = reportSize(options)
  const paint = () => {
    const due = [...frames.values()]
    frames.clear()
    for (const fn of due) fn()
  }
  return { state, sizes, styles, style, stop, paint, frames, resize: () => onResize() }
}

test('the size is reported with the next frame, once for all changes before it', () => {
  const { resize, paint, sizes, state, frames } = create()
  expect(state.observed).toBe(2)
  resize()
  resize()
  expect([sizes, frames.size]).toEqual([[], 1])
  paint()
  expect(sizes).toEqual([{ width: 300, height: 41 }])
})

test('a size is reported when it has changed', () => {
  const { resize, paint, sizes, state } = create()
  for (const change of [{}, {}, { height: 50 }, {}] as const) {
    state.content = { ...state.content, ...change }
    resize()
    paint()
  }
  state.innerWidth = 301
  resize()
  paint()
  expect(sizes).toEqual([
    { width: 300, height: 41 },
    { width: 300, height: 50 },
    { width: 301, height: 50 },
  ])
})

test.each<[ContainerDimensions, number]>([
  [{}, 300],
  [{ maxWidth: 500 }, 91],
  [{ width: 300, maxWidth: 500 }, 300],
])('the width follows the content where the host lets it: %j', (dimensions, width) => {
  const { resize, paint, sizes } = create(dimensions)
  resize()
  paint()
  expect(sizes).toEqual([{ width, height: 41 }])
})

test('the content is measured without its frame, which is as before', () => {
  const { resize, paint, styles, style } = create({ maxWidth: 500 })
  resize()
  paint()
  expect([styles, style]).toEqual([['max-content 2px', '1px max-content'], { width: '1px', height: '2px' }])
})

test('nothing is reported after the end', () => {
  const { resize, paint, sizes, stop, state, frames } = create()
  resize()
  stop()
  paint()
  expect([sizes, state.isObserving, frames.size]).toEqual([[], false, 0])
  const other = create()
  other.stop()
  expect([other.state.isObserving, other.state.cancelled]).toEqual([false, []])
})

test('nothing is reported twice, nor taken back once it is', () => {
  const { resize, paint, sizes, stop, state } = create()
  resize()
  paint()
  stop()
  expect([sizes.length, state.cancelled]).toEqual([1, []])
})

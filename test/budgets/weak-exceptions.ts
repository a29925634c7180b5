import type { Shape } from './weak-spots.js'

/** A file whose tests have a shape on purpose. */
interface WeakException {
  readonly path: string
  readonly shape: Shape
  readonly reason: string
}

/** What may be there. A line that excuses nothing fails the tests. */
export const weakExceptions: readonly WeakException[] = []

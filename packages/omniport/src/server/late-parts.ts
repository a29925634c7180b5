import { loadOnce } from '../async/load-once.js'
import type { MaybePromise } from '../async/maybe-promise.js'

/** What only some answers need. */
export interface LateParts {
  /** Loads what makes the texts of errors for peers. */
  readonly loadErrorText: () => MaybePromise<typeof import('./requests/error-text.js')>
  /** Loads the check of the headers that repeat arguments. */
  readonly loadHeaderCheck: () => MaybePromise<typeof import('../protocol/headers/check-param-headers.js')>
  /** Loads the check of content other than text. */
  readonly loadContentCheck: () => MaybePromise<typeof import('./tools/assert-content.js')>
}

/** Of one server, so that each server answers its first requests in the same turns. */
export function createLateParts(): LateParts {
  return {
    loadErrorText: loadOnce(() => import('./requests/error-text.js')),
    loadHeaderCheck: loadOnce(() => import('../protocol/headers/check-param-headers.js')),
    loadContentCheck: loadOnce(() => import('./tools/assert-content.js')),
  }
}

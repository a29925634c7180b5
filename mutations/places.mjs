import { fileURLToPath } from 'node:url'

/** The checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '')

const sources = 'packages/omniport/src'

/** Of the file that a mutation changes, from the root of the repository. */
export function sourceOf({ file }) {
  return fromRoot(file)
}

/** Of the tests that should notice it, from there. */
export function testsOf({ tests }) {
  return tests.map(fromRoot)
}

/** Most are in the library, and are named from there. */
function fromRoot(path) {
  return /^(?:test|packages)\//.test(path) ? path : `${sources}/${path}`
}

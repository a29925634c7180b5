import assert from 'node:assert/strict'
import { textOf } from 'omniport/client'

/** @throws AssertionError when the text of a result is not this, or the result is an error. */
export function expectText(result, text) {
  assert.deepEqual([result.isError ?? false, textOf(result)], [false, text])
}

/** Settles when `promise` rejects with these members. @throws AssertionError when it does not. */
export function expectRejection(promise, members) {
  return assert.rejects(promise, members)
}

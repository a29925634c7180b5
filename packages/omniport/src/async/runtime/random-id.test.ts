import { expect, test } from 'vitest'
import { createManualRuntime } from '#test/support/virtual-runtime.js'
import { randomId } from './random-id.js'

test('an id is as many random bytes as hexadecimal text', () => {
  const runtime = createManualRuntime()
  expect([randomId(runtime, 4), randomId(runtime, 2), randomId(runtime, 0)]).toEqual(['00010203', '0405', ''])
})

import { expect, test } from 'vitest'
import { defaultRuntime } from '../../../../async/runtime/runtime.js'
import { StreamKeys } from './session-stream.js'

test('keys are 16 hexadecimal digits, and none comes twice, however many there are', () => {
  const keys = new StreamKeys(defaultRuntime)
  const given = Array.from({ length: 0x10000 + 10 }, () => keys.next())
  expect(new Set(given).size).toBe(given.length)
  expect(given.filter((key) => !/^[0-9a-f]{16}$/.test(key))).toEqual([])
})

test('two nodes that serve one session begin differently', () => {
  const beginnings = Array.from({ length: 100 }, () => new StreamKeys(defaultRuntime).next().slice(0, 12))
  expect(new Set(beginnings).size).toBe(100)
})

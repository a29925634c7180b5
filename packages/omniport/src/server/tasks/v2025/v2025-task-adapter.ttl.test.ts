import { expect, test } from 'vitest'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import { ttlOf } from './v2025-task-adapter.js'

test.each([
  ['none', {}, undefined],
  ['no time at all', { ttl: 0 }, 0],
  ['as long as it may be', { ttl: null }, undefined],
  ['a minute', { ttl: 60_000 }, 60_000],
])('a client may request %s', (_name, task, ttlMs) => {
  expect(ttlOf(task)).toBe(ttlMs)
})

test.each([[-1], [0.5], ['60']])('a client may not request the time %j', (ttl) => {
  const message = 'params.task.ttl must be a whole number of milliseconds, 0 or more'
  expect(() => ttlOf({ ttl })).toThrow(RpcError.invalidParams(message))
})

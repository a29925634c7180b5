import { expect, test } from 'vitest'
import * as types from './types.js'

test('the constants of the protocol are those of its specification', () => {
  expect([types.LATEST_PROTOCOL_VERSION, types.DEFAULT_NEGOTIATED_PROTOCOL_VERSION, types.JSONRPC_VERSION]).toEqual([
    ...['2025-11-25', '2025-03-26', '2.0'],
  ])
  expect(types.SUPPORTED_PROTOCOL_VERSIONS).toEqual([
    ...['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
  ])
  expect(types.RELATED_TASK_META_KEY).toBe('io.modelcontextprotocol/related-task')
})

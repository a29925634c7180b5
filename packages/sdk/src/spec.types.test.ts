import * as official from '@modelcontextprotocol/sdk/spec.types.js'
import { expect, test } from 'vitest'
import * as own from './spec.types.js'

test('the constants are those of the official SDK', () => {
  expect({ ...own }).toEqual({ ...official })
})

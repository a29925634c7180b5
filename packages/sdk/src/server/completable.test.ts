import { expect, test } from 'vitest'
import * as z3 from 'zod/v3'
import * as z from 'zod/v4'
import {
  COMPLETABLE_SYMBOL,
  completable,
  getCompleter,
  isCompletable,
  McpZodTypeKind,
  unwrapCompletable,
} from './completable.js'

const complete = (value: string) => [`${value}!`]

test.each([
  ['zod 4', z.string()],
  ['zod 3', z3.string()],
])('a schema of %s that completes is the same schema', (_, schema) => {
  expect([isCompletable(schema), getCompleter(schema)]).toEqual([false, undefined])
  const completing = completable(schema, complete as never)
  expect(completing).toBe(schema)
  expect([isCompletable(completing), getCompleter(completing)]).toEqual([true, complete])
  expect(unwrapCompletable(completing)).toBe(schema)
  expect(Object.keys(completing)).not.toContain(String(COMPLETABLE_SYMBOL))
})

test.each([null, undefined, 'text', 5, {}])('%j completes nothing', (value) => {
  expect(isCompletable(value)).toBe(false)
})

test('another copy of the package knows what completes', () => {
  expect(COMPLETABLE_SYMBOL).toBe(Symbol.for('mcp.completable'))
  expect(isCompletable({ [Symbol.for('mcp.completable')]: { complete } })).toBe(true)
  expect(McpZodTypeKind.Completable).toBe('McpCompletable')
})

import { readFileSync } from 'node:fs'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import * as officialAuth from 'mcp-sdk-current/shared/auth.js'
import * as officialTypes from 'mcp-sdk-current/types.js'
import { describe, expect, test } from 'vitest'
import * as ourAuth from '../shared/auth.js'
import * as ourTypes from '../types.js'
import { valuesOf } from './fixtures/values-of.js'

const file = new URL('../../../omniport/src/wire/fixtures/examples.gen.json', import.meta.url)
const examples = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

interface Schema {
  safeParse(value: unknown): { success: boolean; data?: unknown; error?: { issues: unknown } }
}

const pairs = [
  ...pairsOf(officialTypes as Record<string, unknown>, ourTypes as Record<string, unknown>),
  ...pairsOf(officialAuth as Record<string, unknown>, ourAuth as Record<string, unknown>),
]

describe('a schema takes and gives what that of the official SDK does', () => {
  test('and there are as many', () => {
    expect(pairs).toHaveLength(165)
  })

  test.each(pairs)('%s', (_, official, own) => {
    fc.assert(
      fc.property(valuesOf(official), (value) => {
        expect(verdict(own, value)).toEqual(verdict(official, value))
      }),
      { numRuns: 60 },
    )
  })
})

describe('the official examples', () => {
  test('and what is left of them without one of their members', () => {
    const all = Object.entries(examples).flatMap(([name, example]) => {
      const named = pairs.filter(([schema]) => [`${name.split('/')[0]}Schema`, 'JSONRPCMessageSchema'].includes(schema))
      return [example, ...mutationsOf(example)].flatMap((value) => named.map((pair) => ({ pair, value })))
    })
    expect(all.length).toBeGreaterThan(5000)
    const different = all.filter(({ pair: [, official, own], value }) => {
      return !isDeepStrictEqual(verdict(own, value), verdict(official, value))
    })
    expect(different).toEqual([])
  })
})

/** The value without each of its members, and with something else in the place of it. */
function mutationsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    const { [name]: _, ...rest } = value as Record<string, unknown>
    return [rest, ...[null, 'x', 7, {}, ...mutationsOf(member)].map((other) => ({ ...value, [name]: other }))]
  })
}

function pairsOf(official: Record<string, unknown>, own: Record<string, unknown>): [string, Schema, Schema][] {
  const names = Object.keys(official).filter((name) => name.endsWith('Schema'))
  return names.map((name) => [name, official[name] as Schema, own[name] as Schema])
}

/** The order of members counts: programs write what they parsed as text. */
function verdict(schema: Schema, value: unknown): unknown {
  try {
    const { success, data, error } = schema.safeParse(value)
    return { success, data, order: success ? orderOf(data) : undefined, issues: error?.issues }
  } catch (error) {
    return { thrown: String(error) }
  }
}

function orderOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return Object.entries(value).map(([name, member]) => [name, orderOf(member)])
}

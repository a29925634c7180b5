import process from 'node:process'
import { describe, expect, it } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import { refusal } from './fixtures/refusal.js'

type Row = readonly [name: string, document: unknown, path: string, reason: string]

const costs: readonly Row[] = [
  ['a schema beyond 256 KiB', { description: 'x'.repeat(300_000) }, '', 'it is larger than 262144 bytes'],
  ['a schema beyond 256 KiB in UTF-8', { description: '€'.repeat(100_000) }, '', 'it is larger than 262144 bytes'],
  ['10,000 subschemas', { anyOf: Array.from({ length: 10_000 }, () => true) }, '', 'it has more than 2000 subschemas'],
  ['schemas 33 levels deep', nested(32), '/not'.repeat(32), 'schemas are nested deeper than 32 levels'],
  ['schemas 100,000 levels deep', nested(100_000), '', 'it is nested deeper than 128 levels'],
  ['a constant 1,000 levels deep', { const: nested(1_000) }, '', 'it is nested deeper than 128 levels'],
  ['an object that contains itself', cyclic(), '', 'it is nested deeper than 128 levels'],
  ['2^28 alternatives', doubling(28), '/$defs/a14/anyOf/0', 'one value would be checked more than 20000 times'],
  ['a chain of 1,900 references', chain(1_900), '/$defs/a198', 'more than 200 schemas in a chain apply to one value'],
]

function nested(levels: number): object {
  let schema: object = {}
  for (let level = 0; level < levels; level += 1) schema = { not: schema }
  return schema
}

function cyclic(): object {
  const schema: { not?: object } = {}
  schema.not = schema
  return schema
}

function doubling(levels: number): object {
  const $defs: Record<string, object> = { [`a${levels}`]: { type: 'string' } }
  for (let level = levels - 1; level >= 0; level -= 1) {
    const next = { $ref: `#/$defs/a${level + 1}` }
    $defs[`a${level}`] = { anyOf: [next, { ...next }] }
  }
  return { $defs: Object.fromEntries(Object.entries($defs).reverse()), $ref: '#/$defs/a0' }
}

function chain(links: number): object {
  const names = Array.from({ length: links }, (_, link) => `a${link}`)
  const $defs = Object.fromEntries(
    names.map((name, link) => [name, link + 1 < links ? { $ref: `#/$defs/a${link + 1}` } : {}]),
  )
  return { $defs, $ref: '#/$defs/a0' }
}

describe('the budget of a document', () => {
  it.each(costs)('refuses %s', (_name, document, path, reason) => {
    expect(refusal(document)).toEqual({ path, reason })
  })

  it('is two hundred schemas in a chain', () => {
    expect(refusal(chain(100))).toBe(undefined)
    expect(refusal(chain(199))).toBe(undefined)
    expect(refusal(chain(200))?.reason).toBe('more than 200 schemas in a chain apply to one value')
  })

  it('is two hundred schemas in a chain, also where most of it was reached before', () => {
    const { $defs } = chain(200) as { readonly $defs: object }
    const reversed = Object.fromEntries(Object.entries($defs).reverse())
    expect(refusal({ $defs: reversed })).toBe(undefined)
    expect(refusal({ $defs: { ...reversed, z: { $ref: '#/$defs/a0' } } })).toEqual({
      path: '/$defs/z',
      reason: 'more than 200 schemas in a chain apply to one value',
    })
  })

  it('is twenty thousand schemas for one value', () => {
    const parts = { allOf: Array<boolean>(98).fill(true) }
    const all = (more: number) => [
      ...Array.from({ length: 199 }, () => ({ $ref: '#/$defs/a' })),
      ...Array<boolean>(more).fill(true),
    ]
    expect(refusal({ $defs: { a: parts }, allOf: all(99) })).toBe(undefined)
    expect(refusal({ $defs: { a: parts }, allOf: all(100) })).toEqual({
      path: '',
      reason: 'one value would be checked more than 20000 times',
    })
  })

  it('does not count schemas for parts of the value', () => {
    const parts = { items: { allOf: Array<boolean>(98).fill(true) } }
    const refs = Array.from({ length: 1_500 }, () => ({ $ref: '#/$defs/a' }))
    expect(refusal({ $defs: { a: parts }, allOf: refs })).toBe(undefined)
  })

  it('refuses composition that costs too much, whatever the revision', () => {
    verifies('JSCH-08', 'JSCH-09')
    const start = process.cpuUsage()
    expect(refusal(doubling(500))?.reason).toBe('more than 200 schemas in a chain apply to one value')
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(1_000)
  })
})

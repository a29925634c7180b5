import { expect, test } from 'vitest'
import { valueCheck } from './value-check.js'

const schema = {
  type: 'object',
  required: ['other'],
  minProperties: 3,
  properties: { size: { $ref: '#/$defs/size' }, old: { $ref: '#/definitions/old' }, other: { type: 'string' } },
  $defs: { size: { type: 'integer', maximum: 5 } },
  definitions: { old: { type: 'boolean' } },
}

test('a value that fits has no problem, whatever the other properties need', async () => {
  const check = await valueCheck(schema, 'size')
  expect([check(5), check(undefined)]).toEqual([undefined, 'is required'])
})

test('a value that does not fit has the problem of its own schema', async () => {
  const check = await valueCheck(schema, 'size')
  expect([check(6), check('x')]).toEqual([expect.stringContaining('5'), expect.stringContaining('integer')])
})

test('older definitions are found as well', async () => {
  const check = await valueCheck(schema, 'old')
  expect([check(true), check(1)]).toEqual([undefined, 'must be true or false'])
})

test.each([[{ properties: { a: { type: 'nothing' } } }], [{ properties: { a: { $ref: '#/$defs/gone' } } }]])(
  'a schema that cannot be used accepts everything: %j',
  async (broken) => {
    const check = await valueCheck(broken, 'a')
    expect(check(5)).toBeUndefined()
  },
)

test('no schema at all needs a value only', async () => {
  const check = await valueCheck(undefined, 'a')
  expect([check(5), check(null)]).toEqual([undefined, undefined])
})

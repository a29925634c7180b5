import { expect, test } from 'vitest'
import { fieldsOf } from './fields-of.js'

const labels = (choices: readonly { readonly label: string }[]) => choices.map(({ label }) => label)

test.each([
  ['text', { type: 'string' }, 'text', []],
  ['text for many lines', { type: 'string', maxLength: 5_000 }, 'long text', []],
  ['text of many lines', { type: 'string', default: 'a\nb' }, 'long text', []],
  ['a number', { type: 'number' }, 'number', []],
  ['an integer', { type: 'integer' }, 'number', []],
  ['a boolean', { type: 'boolean' }, 'boolean', []],
  ['a choice', { type: 'string', enum: ['a', 'b'] }, 'choice', ['a', 'b']],
  ['a choice of numbers', { enum: [1, 2] }, 'choice', ['1', '2']],
  ['a choice with names', { type: 'string', enum: ['a', 'b'], enumNames: ['Ah', 'Be'] }, 'choice', ['Ah', 'Be']],
  ['a titled choice', { oneOf: [{ const: 'a', title: 'Ah' }, { const: 'b' }] }, 'choice', ['Ah', 'b']],
  ['choices', { type: 'array', items: { enum: ['a', 'b'] } }, 'choices', ['a', 'b']],
  ['titled choices', { type: 'array', items: { anyOf: [{ const: 'a', title: 'Ah' }] } }, 'choices', ['Ah']],
  ['a list', { type: 'array', items: { type: 'string' } }, 'json', []],
  ['an object', { type: 'object' }, 'json', []],
  ['anything', {}, 'json', []],
  ['what is no schema', 7, 'json', []],
  ['text or null', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'text', []],
  ['a number or null', { type: ['number', 'null'] }, 'number', []],
  ['a choice or null', { anyOf: [{ enum: ['a'] }, { type: 'null' }] }, 'choice', ['a']],
  ['text or number', { type: ['string', 'number'] }, 'text', []],
  ['number or boolean', { type: ['number', 'boolean'] }, 'json', []],
  ['a reference', { $ref: '#/$defs/size' }, 'choice', ['S', 'L']],
  ['a reference in a list', { type: 'array', items: { $ref: '#/$defs/size' } }, 'choices', ['S', 'L']],
  ['a reference to itself', { $ref: '#/properties/it' }, 'json', []],
  ['an empty choice', { type: 'string', enum: [] }, 'text', []],
])('%s', (_name, schema, kind, choices) => {
  const [field] = fieldsOf({ type: 'object', properties: { it: schema }, $defs: { size: { enum: ['S', 'L'] } } })
  expect([field?.kind, labels(field?.choices ?? [])]).toEqual([kind, choices])
})

test('required fields come first, each with its words', () => {
  const fields = fieldsOf({
    type: 'object',
    properties: {
      a: { type: 'string', title: 'Alpha', description: 'The first', default: 'x' },
      b: { type: 'string' },
    },
    required: ['b'],
  })
  expect(fields.map(({ name, label, isRequired }) => [name, label, isRequired])).toEqual([
    ['b', 'b', true],
    ['a', 'Alpha (a)', false],
  ])
  const text = { kind: 'text', choices: [], toCheck: expect.any(Function) }
  expect(fields).toStrictEqual([
    { ...text, name: 'b', label: 'b', isRequired: true },
    { ...text, name: 'a', label: 'Alpha (a)', isRequired: false, description: 'The first', default: 'x' },
  ])
})

test.each([
  ['too short', { type: 'string', minLength: 2 }, 'x', 'must have at least 2 characters'],
  ['long enough', { type: 'string', minLength: 2 }, 'xy', undefined],
  ['no integer', { type: 'integer' }, 1.5, 'must be an integer'],
  ['no address', { type: 'string', format: 'email' }, 'x', 'must be an email address'],
  ['within a reference', { $ref: '#/$defs/few' }, 9, 'must be at most 3'],
  ['what cannot be compiled is left to the server', { type: 'string', pattern: '(' }, 'x', undefined],
])('a value is checked: %s', async (_name, schema, value, problem) => {
  const document = {
    type: 'object',
    properties: { it: schema, other: { type: 'string' } },
    required: ['other'],
    $defs: { few: { maximum: 3 } },
  }
  const field = fieldsOf(document).find(({ name }) => name === 'it')
  expect((await field?.toCheck())?.(value)).toBe(problem)
})

test('what all fields together must be is not asked of one', async () => {
  const schema = { type: 'object', properties: { it: { type: 'string' } }, minProperties: 2, not: {} }
  expect((await fieldsOf(schema)[0]?.toCheck())?.('x')).toBe(undefined)
})

test('a field may have any name', async () => {
  const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"integer"}},"required":["__proto__"]}')
  const [field] = fieldsOf(schema)
  const check = await field?.toCheck()
  expect([field?.name, field?.isRequired, check?.('x'), check?.(1)]).toEqual([
    '__proto__',
    true,
    'must be an integer',
    undefined,
  ])
})

test.each([undefined, null, 7, {}, { properties: 7 }, { properties: {}, required: 'it' }])(
  '%j asks for nothing',
  (schema) => {
    expect(fieldsOf(schema)).toEqual([])
  },
)

import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../protocol/limits/limits.js'
import { createDocumentValidator, type Validator } from '../../schema/standard/validator.js'
import { OmniportError } from '../../values/errors/omniport-error.js'
import { checkStructured, withContent } from './check-structured.js'

const document = createDocumentValidator(
  { type: 'object', properties: { n: { type: 'number' }, list: { type: 'array', items: { type: 'string' } } } },
  defaultLimits,
)
/** Changes what it takes, as validators with defaults do. */
const transforming: Validator = {
  ...document,
  check: (value) => ({ value: { ...(value as object), added: true } }),
}
const asGiven = { name: 'count', replace: false }
const replaced = { name: 'count', replace: true }
const of = (structuredContent: unknown) => ({ content: [], structuredContent })
const invalid = (name: string, problem: string) =>
  new OmniportError('invalid_result', `The tool "${name}" gave what it should not: ${problem}`)

describe('a result', () => {
  test.each([
    [{}, { content: [] }],
    [{ structuredContent: 1 }, { structuredContent: 1, content: [] }],
    [{ content: undefined }, { content: [] }],
    ['text', 'text'],
    [null, null],
  ])('without content gets an empty one: %j', (result, expected) => {
    expect(withContent(result)).toEqual(expected)
  })

  test('with content stays as it is', () => {
    const result = { content: [{ type: 'text', text: 'a' }] }
    expect(withContent(result)).toBe(result)
    const other = { content: null }
    expect(withContent(other)).toBe(other)
  })
})

describe('the structured value of a result', () => {
  test('that fits stays as it is, or becomes what the validator makes of it', async () => {
    const result = of({ n: 1 })
    expect(await checkStructured(result, document, asGiven)).toBe(result)
    expect(await checkStructured(result, transforming, asGiven)).toBe(result)
    expect(await checkStructured(result, transforming, replaced)).toEqual(of({ n: 1, added: true }))
  })

  test('of a failure is not checked', async () => {
    const result = { content: [], isError: true as const }
    expect(await checkStructured(result, document, replaced)).toBe(result)
  })

  test('may be null or false, but not missing', async () => {
    const anything = createDocumentValidator({}, defaultLimits)
    expect(await checkStructured(of(null), anything, asGiven)).toEqual(of(null))
    expect(await checkStructured(of(false), anything, asGiven)).toEqual(of(false))
    await expect(checkStructured(of(undefined), anything, asGiven)).rejects.toThrow(
      invalid('count', 'structuredContent is missing'),
    )
  })

  test('that does not fit is named with its place and its tool', async () => {
    await expect(checkStructured(of({ n: 'x' }), document, asGiven)).rejects.toThrow(
      invalid('count', 'structuredContent.n must be a number'),
    )
    await expect(
      checkStructured(of({ list: ['a', 1] }), document, { name: 'x'.repeat(65), replace: true }),
    ).rejects.toThrow(invalid('x'.repeat(64), 'structuredContent.list[1] must be a string'))
    await expect(checkStructured(of(1), document, asGiven)).rejects.toThrow(
      invalid('count', 'structuredContent must be an object'),
    )
  })
})

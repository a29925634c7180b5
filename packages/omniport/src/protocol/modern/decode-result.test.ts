import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { decodeResult } from './decode-result.js'

const content = { content: [] }
const problem = (message: string) => ({ code: 'invalid_result', message })

describe('a result of a modern server', () => {
  test('loses its type where it is complete', () => {
    expect(decodeResult('tools/call', { ...content, resultType: 'complete' })).toEqual(content)
    expect(decodeResult('tools/call', { ...content, resultType: null })).toEqual(content)
    expect(decodeResult('tools/call', content)).toEqual(content)
  })

  test('may ask for input where its method may', () => {
    const asking = { resultType: 'input_required', inputRequests: {}, requestState: 's' }
    for (const method of ['tools/call', 'prompts/get', 'resources/read'])
      expect(decodeResult(method, asking)).toBe(asking)
    expect(thrownBy(() => decodeResult('tools/list', asking))).toMatchObject(
      problem('tools/list: the result type "input_required" is unknown here'),
    )
  })

  test('may have a type of an extension where its method may', () => {
    const resultTypes = new Map([['ticket', { methods: ['tools/call'] }]])
    const ticket = { resultType: 'ticket', id: 1 }
    expect(decodeResult('tools/call', ticket, { resultTypes })).toBe(ticket)
    const unknown = (method: string) => problem(`${method}: the result type "ticket" is unknown here`)
    expect(thrownBy(() => decodeResult('prompts/get', ticket, { resultTypes }))).toMatchObject(unknown('prompts/get'))
    expect(thrownBy(() => decodeResult('tools/call', ticket))).toMatchObject(unknown('tools/call'))
  })

  test.each([
    [1, '1'],
    [{}, '{}'],
    ['x'.repeat(100), `"${'x'.repeat(63)}`],
  ])('has no type such as %j', (resultType, shown) => {
    expect(thrownBy(() => decodeResult('tools/call', { ...content, resultType }))).toMatchObject(
      problem(`tools/call: the result type ${shown} is unknown here`),
    )
  })

  test('is an object with what its method promises', () => {
    expect(thrownBy(() => decodeResult('tools/call', 'text'))).toMatchObject(
      problem('tools/call: the result must be an object'),
    )
    expect(thrownBy(() => decodeResult('tools/call', { resultType: 'complete' }))).toMatchObject({
      code: 'invalid_result',
    })
  })

  test('comes without definitions that are malformed, which is told', () => {
    const problems: string[] = []
    const good = { name: 'a', inputSchema: { type: 'object' } }
    const given = { tools: [{ name: 1 }, good], resultType: 'complete' }
    expect(decodeResult('tools/list', given, { onLeftOut: (text) => problems.push(text) })).toEqual({ tools: [good] })
    expect(problems.length).toBe(1)
  })
})

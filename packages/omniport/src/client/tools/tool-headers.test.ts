import { describe, expect, test } from 'vitest'
import type { Tool } from '../../protocol/model/tool.js'
import { ToolHeaders } from './tool-headers.js'

const tool = (name: string, properties: object): Tool => ({
  name,
  inputSchema: { type: 'object', properties } as Tool['inputSchema'],
})
const region = { region: { type: 'string', 'x-mcp-header': 'Region' }, other: { type: 'string' } }
const wrong = { a: { type: 'number', 'x-mcp-header': 'A' } }

function create() {
  const reported: unknown[] = []
  return { headers: new ToolHeaders((reason) => reported.push(reason)), reported }
}

describe('the headers of a call', () => {
  test('repeat the arguments that the tool marks', () => {
    const { headers } = create()
    const tools = [tool('query', region), tool('plain', {})]
    expect(headers.replace(tools)).toEqual(tools)
    expect(headers.headersOf('query', { region: 'eu', other: 'x' })).toEqual({ 'mcp-param-region': 'eu' })
    expect(headers.headersOf('query', {})).toEqual({})
    expect(headers.headersOf('query', undefined)).toEqual({})
    expect(headers.headersOf('plain', { region: 'eu' })).toEqual({})
  })

  test('are none for a tool that is not in the last list', () => {
    const { headers } = create()
    expect(headers.headersOf('query', { region: 'eu' })).toEqual({})
    headers.replace([tool('query', region)])
    headers.replace([tool('other', region)])
    expect(headers.headersOf('query', { region: 'eu' })).toEqual({})
  })
})

describe('a tool whose marks are not allowed', () => {
  const problem = 'The tool "bad" is left out: x-mcp-header of a is for a string, an integer or a boolean'

  test('is left out, and reported once while the list says so', () => {
    const { headers, reported } = create()
    const good = tool('query', region)
    expect(headers.replace([tool('bad', wrong), good])).toEqual([good])
    expect(headers.replace([good, tool('bad', wrong)])).toEqual([good])
    expect(reported).toEqual([new TypeError(problem)])
    expect(headers.headersOf('bad', { a: 1 })).toEqual({})
    expect((reported[0] as Error).cause).toBeInstanceOf(TypeError)
  })

  test('is reported again after a list without it, or with another mistake', () => {
    const { headers, reported } = create()
    headers.replace([tool('bad', wrong)])
    headers.replace([])
    headers.replace([tool('bad', wrong)])
    headers.replace([tool('bad', { b: { type: 'number', 'x-mcp-header': 'A' } })])
    expect(reported.map((reason) => (reason as Error).message)).toEqual([
      problem,
      problem,
      'The tool "bad" is left out: x-mcp-header of b is for a string, an integer or a boolean',
    ])
  })

  test('is named with the beginning of a long name', () => {
    const { headers, reported } = create()
    headers.replace([tool('x'.repeat(65), wrong)])
    expect(reported).toMatchObject([{ message: expect.stringContaining(`The tool "${'x'.repeat(64)}" is left out: `) }])
  })
})

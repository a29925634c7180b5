import { describe, expect, test } from 'vitest'
import { assertCompletion, assertName, checkCallOptions } from './check-arguments.js'
import { requestParams } from './request-params.js'

describe('the name that a method begins with', () => {
  test('is text, be it empty', () => {
    expect(() => assertName('callTool', 'name', '')).not.toThrow()
  })

  test.each<[string, Parameters<typeof assertName>, string]>([
    ['a number', ['callTool', 'name', 5], 'callTool: the name must be a string, got 5'],
    ['nothing', ['readResource', 'uri', undefined], 'readResource: the uri must be a string, got undefined'],
    ['an object without it', ['callTool', 'name', { uri: 'a' }], 'callTool: the name must be a string, got an object'],
    [
      'an object with it',
      ['callTool', 'name', { name: 'a' }],
      'callTool: the name is an argument of its own, not a member of an object; write callTool("a", { … })',
    ],
    [
      'an object with a URI',
      ['readResource', 'uri', { uri: 'a:b' }],
      'readResource: the uri is an argument of its own, not a member of an object; write readResource("a:b")',
    ],
    [
      'an object with a method',
      ['request', 'method', { method: 'tools/list', params: {} }],
      'request: the method is an argument of its own, not a member of an object; write request("tools/list", { … })',
    ],
    [
      'an object with a long name',
      ['callTool', 'name', { name: 'x'.repeat(65) }],
      `callTool: the name is an argument of its own, not a member of an object; write callTool("${'x'.repeat(64)}…", { … })`,
    ],
  ])('is not %s', (_name, given, message) => {
    expect(() => assertName(...given)).toThrow(new TypeError(message))
  })
})

describe('what complete begins with', () => {
  const ref = { type: 'ref/prompt', name: 'a' }
  const argument = { name: 'b', value: '' }

  test('is a ref and an argument', () => {
    expect(() => assertCompletion(ref, argument)).not.toThrow()
  })

  test.each<[string, Parameters<typeof assertCompletion>, string]>([
    [
      'one object with both',
      [{ ref, argument }, {}],
      'complete: the ref is an argument of its own, not a member of an object; write complete(ref, argument)',
    ],
    ['nothing', [undefined, undefined], 'complete: the ref must be an object, got undefined'],
    ['a ref alone', [ref, undefined], 'complete: the argument must be an object, got undefined'],
    ['a text', [ref, 'b'], 'complete: the argument must be an object, got "b"'],
  ])('is not %s', (_name, given, message) => {
    expect(() => assertCompletion(...given)).toThrow(new TypeError(message))
  })
})

describe('the options of a request', () => {
  const known = 'signal, timeoutMs, maxTimeoutMs, onProgress, meta, validateOutput, output, fresh, arguments'

  test('may be none, or all that there are', () => {
    const all = {
      ...{ signal: new AbortController().signal, timeoutMs: 0.5, maxTimeoutMs: 1, onProgress: () => {}, meta: {} },
      ...{ validateOutput: false, output: {}, fresh: true, arguments: {} },
    }
    expect(Object.keys(all).join(', ')).toBe(known)
    expect(() => checkCallOptions(undefined)).not.toThrow()
    expect(() => checkCallOptions(all)).not.toThrow()
    expect(() => checkCallOptions({ signal: undefined, timeoutMs: undefined })).not.toThrow()
  })

  test('may have the signal of another implementation', () => {
    expect(() => checkCallOptions({ signal: { aborted: false, addEventListener() {} } })).not.toThrow()
  })

  test.each<[string, unknown, string]>([
    ['timeoutMs', Number.NaN, 'a number of milliseconds above 0, got NaN'],
    ['timeoutMs', -1, 'a number of milliseconds above 0, got -1'],
    ['timeoutMs', '50', 'a number of milliseconds above 0, got "50"'],
    ['timeoutMs', 0, 'a number of milliseconds above 0, got 0'],
    ['maxTimeoutMs', Number.NaN, 'a number of milliseconds above 0, got NaN'],
    ['signal', new AbortController(), 'an AbortSignal, got an object'],
    ['signal', { aborted: false }, 'an AbortSignal, got an object'],
    ['signal', null, 'an AbortSignal, got null'],
    ['onProgress', 1, 'a function, got 1'],
    ['meta', 'x', 'an object, got "x"'],
    ['validateOutput', 1, 'true or false, got 1'],
    ['fresh', 1, 'true or false, got 1'],
    ['arguments', [], 'an object, got an array'],
  ])('are named where they are wrong: %s is %o', (name, value, problem) => {
    expect(() => checkCallOptions({ [name]: value })).toThrow(new TypeError(`${name} must be ${problem}`))
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['5', 5],
    ['an array', []],
  ])('are not %s', (name, options) => {
    const message = `options of a request must be an object, got ${name}`
    expect(() => checkCallOptions(options as object)).toThrow(new TypeError(message))
  })

  test.each([
    ['timeout', '; use "timeoutMs".'],
    ['maxTotalTimeout', '; use "maxTimeoutMs".'],
    ['onprogress', '; use "onProgress".'],
    ['resetTimeoutOnProgress', '; progress always restarts "timeoutMs"; "maxTimeoutMs" is the limit in spite of it.'],
    ['_meta', '; use "meta".'],
    ['cursor', '; a list has all pages; request("tools/list", { cursor }) gets one.'],
    ['signals', '; did you mean "signal"?'],
    ['other', '.'],
  ])('are not %s', (name, advice) => {
    const message = `options of a request: there is no option "${name}"${advice} The options are ${known}`
    expect(() => checkCallOptions({ fresh: true, [name]: 1 })).toThrow(new TypeError(message))
  })
})

describe('the parameters of a request', () => {
  test('are as they were given where nothing is added', () => {
    const params = { a: 1 }
    expect([requestParams(params, {}), requestParams(undefined, {})]).toEqual([params, undefined])
    const marked = { a: 1, _meta: { b: 2 } }
    expect(requestParams(marked, {})).toBe(marked)
  })

  test('get the _meta of the caller, and a token for progress', () => {
    const given = { a: 1, _meta: { b: 2, c: 3 } }
    expect(requestParams(given, { meta: { c: 4 }, progressToken: 7 })).toEqual({
      a: 1,
      _meta: { b: 2, c: 4, progressToken: 7 },
    })
    expect(requestParams(undefined, { progressToken: 0 })).toEqual({ _meta: { progressToken: 0 } })
    expect(requestParams({ _meta: 'none' }, { meta: { a: 1 } })).toEqual({ _meta: { a: 1 } })
    expect(requestParams({}, { meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } } })).toEqual({
      _meta: { 'io.modelcontextprotocol/related-task': { taskId: 't' } },
    })
  })

  test.each([
    ['progressToken', 'meta: progressToken is set by onProgress'],
    [
      'io.modelcontextprotocol/protocolVersion',
      'meta: "io.modelcontextprotocol/protocolVersion" is set by the client itself',
    ],
    ['a b', 'meta: "a b" is no key: a name, or a prefix and a name such as "com.example/depth"'],
    ['com.mcp/a', 'meta: "com.mcp/a" is reserved by the protocol'],
  ])('cannot have %s in their _meta', (key, message) => {
    expect(() => requestParams({}, { meta: { [key]: 1 } })).toThrow(new TypeError(message))
    expect(() => requestParams({ _meta: { [key]: 1 } }, {})).toThrow(new TypeError(message))
  })
})

import { describe, expect, test } from 'vitest'
import { type Revision, revisions } from '../protocol/revisions/revision.js'
import type { MessageContext } from './message-context.js'
import { messageProblems } from './message-problems.js'

const jsonrpc = '2.0'

/** What is wrong with an answer of the server. */
const problemsOf = (message: object, revision: Revision, context: Partial<MessageContext> = {}) =>
  messageProblems({ jsonrpc, id: 1, ...message }, { revision, from: 'server', ...context })

const error = (code: unknown, data?: unknown) => ({
  error: { code, message: 'no', ...(data !== undefined && { data }) },
})

/** The codes of some that a revision lets an error have. */
function codesOf(revision: Revision, context: Partial<MessageContext> = {}): readonly number[] {
  const codes = [
    ...[-32769, -32768, -32700, -32699, -32603, -32602, -32601, -32600, -32599],
    ...[-32042, -32023, -32022, -32021, -32020, -32019, -32003, -32002, -32001, -32000, -31999, -1, 0, 1],
  ]
  return codes.filter((code) => !problemsOf(error(code), revision, context).some((text) => /^\/error\/code/.test(text)))
}

const always = [-32769, -32700, -32603, -32602, -32601, -32600, -31999, -1, 0, 1]
const sorted = (codes: readonly number[]) => [...codes].sort((a, b) => a - b)

describe('the codes of an error', () => {
  test.each<
    readonly [
      context: Partial<MessageContext>,
      old: readonly number[],
      newer: readonly number[],
      newest: readonly number[],
    ]
  >([
    [{}, [-32002], [-32042, -32002], [-32022, -32021, -32020]],
    [{ method: 'tools/call' }, [], [-32042], [-32022, -32021, -32020]],
    [{ method: 'resources/read' }, [-32002], [-32042, -32002], [-32022, -32021, -32020]],
    [{ method: 'resources/subscribe' }, [-32002], [-32042, -32002], [-32022, -32021, -32020]],
    [{ method: 'resources/unsubscribe' }, [-32002], [-32042, -32002], [-32022, -32021, -32020]],
    [{ method: 'resources/list' }, [], [-32042], [-32022, -32021, -32020]],
    [{ method: 'x/resources/read' }, [], [-32042], [-32022, -32021, -32020]],
    [{ method: 'resources/reads' }, [], [-32042], [-32022, -32021, -32020]],
    [{ method: 'initialize' }, [-32022], [-32042, -32022], [-32022, -32021, -32020]],
    [{ method: 'tools/call', http: true }, [-32001], [-32042, -32001], [-32022, -32021, -32020]],
    [{ method: 'tools/call', http: false }, [], [-32042], [-32022, -32021, -32020]],
  ])('in answer to %j', (context, old, newer, newest) => {
    expect(revisions.map((revision) => codesOf(revision, context))).toEqual(
      [old, old, old, newer, newest].map((more) => sorted([...always, ...more])),
    )
  })

  test('that have no meaning are told with the method', () => {
    expect(problemsOf(error(-32000), '2025-06-18', { method: 'ping' })).toEqual([
      '/error/code: 2025-06-18 gives -32000 no meaning in answer to ping',
    ])
    expect(problemsOf(error(-32000), '2025-06-18')).toEqual(['/error/code: 2025-06-18 gives -32000 no meaning'])
    expect(problemsOf(error('x'), '2025-06-18')).toEqual(['/error/code: must be an integer'])
    expect(problemsOf({ error: 'x' }, '2025-06-18')).toEqual(['/error: must be an object'])
  })

  test('may demand data', () => {
    expect(problemsOf(error(-32021), '2026-07-28')).toEqual(['/error/data: is required'])
    expect(problemsOf(error(-32021, { requiredCapabilities: {} }), '2026-07-28')).toEqual([])
    expect(problemsOf(error(-32022, {}), '2026-07-28')).toEqual([
      '/error/data/requested: is required',
      '/error/data/supported: is required',
    ])
    expect(problemsOf(error(-32020), '2026-07-28')).toEqual([])
    expect(problemsOf(error(-32042, {}), '2025-11-25')).toEqual(['/error/data/elicitations: is required'])
    expect(problemsOf(error(-32022), '2025-11-25', { method: 'initialize' })).toEqual([])
  })
})

describe('the type of a result', () => {
  const result = (resultType: unknown, more: object = {}) => ({ result: { resultType, ...more } })
  const content = { content: [] }

  test('is unknown before the newest revision', () => {
    for (const revision of revisions.slice(0, 4)) {
      expect(problemsOf(result('complete'), revision)).toEqual([`/result: ${revision} defines no resultType here`])
    }
    expect(problemsOf({ result: {} }, '2025-11-25')).toEqual([])
  })

  test.each<readonly [method: string | undefined, resultType: unknown, problems: readonly string[]]>([
    [undefined, 'complete', []],
    [undefined, 'task', []],
    [undefined, 'later', ['/result: later is no resultType']],
    ['tools/call', 'task', []],
    ['prompts/get', 'task', ['/result: task is no resultType']],
    ['com.example/x', 'complete', []],
    ['com.example/x', 'later', ['/result: later is no resultType']],
    ['com.example/x', 5, ['/result/resultType: must be a string']],
  ])('in answer to %s may be %j: %j', (method, resultType, problems) => {
    expect(problemsOf(result(resultType), '2026-07-28', { method })).toEqual(problems)
  })

  test.each([
    ['tools/call', true],
    ['prompts/get', true],
    ['resources/read', true],
    [undefined, true],
    ['resources/list', false],
    ['completion/complete', false],
    ['com.example/x', false],
  ])('in answer to %s may be a question: %s', (method, mayAsk) => {
    const problems = mayAsk ? [] : [`/result: ${method} must not answer input_required`]
    expect(problemsOf(result('input_required', { requestState: 's' }), '2026-07-28', { method })).toEqual(problems)
    expect(problemsOf(result('input_required', { inputRequests: {} }), '2026-07-28', { method })).toEqual(problems)
  })

  test('of a question comes with what is asked', () => {
    expect(problemsOf(result('input_required'), '2026-07-28', { method: 'tools/call' })).toEqual([
      '/result: must have inputRequests or requestState',
    ])
    expect(problemsOf(result('complete', content), '2026-07-28', { method: 'tools/call' })).toEqual([])
  })
})

describe('an answer', () => {
  const list = { result: { tools: [] } }
  const both = ['/result/contents: is required', '/result: 2025-11-25 defines no tools here']

  test('is checked by the method of its id rather than by any other', () => {
    const methodOf = (id: unknown) => (id === 1 ? 'tools/list' : undefined)
    const context = { method: 'resources/read', methodOf }
    expect(problemsOf(list, '2025-11-25', context)).toEqual([])
    expect(problemsOf({ ...list, id: 2 }, '2025-11-25', context)).toEqual(both)
    expect(problemsOf({ result: {} }, '2025-11-25', context)).toEqual(['/result/tools: is required'])
  })

  test('has a result or an error', () => {
    expect(problemsOf({ result: {}, ...error(1) }, '2025-11-25')).toEqual([
      'message: must not have both result and error',
    ])
  })

  test('of a client is one only in older revisions', () => {
    const answers = revisions.map(
      (revision) => problemsOf({ result: { resultType: 'complete' } }, revision, { from: 'client' }).length,
    )
    expect(answers).toEqual([1, 1, 1, 1, 1])
    expect(problemsOf({ result: { resultType: 'complete' } }, '2026-07-28', { from: 'client' })).toEqual([
      'message: a client sends no responses in 2026-07-28',
    ])
    expect(problemsOf({ result: {} }, '2025-11-25', { from: 'client' })).toEqual([])
  })

  test('without an id is an error over HTTP, or since 2025-11-25', () => {
    const { id: _, ...anonymous } = { jsonrpc, id: 1, ...error(-32700) }
    const problems = revisions.map((revision) => messageProblems(anonymous, { revision, from: 'server' }))
    expect(problems).toEqual([['/id: is required'], ['/id: is required'], ['/id: is required'], [], []])
    const overHttp = revisions.map((revision) => messageProblems(anonymous, { revision, from: 'server', http: true }))
    expect(overHttp).toEqual([[], [], [], [], []])
    expect(problemsOf({ ...error(-32700), id: 1.5 }, '2025-06-18', { http: true })).toEqual([
      '/id: must be a string or an integer',
    ])
  })
})

import { describe, expect, test } from 'vitest'
import { TaskWorld } from '#test/support/task-nodes.js'
import { BeforeResult } from '../../tools/prepare-tool.js'
import { tool } from '../../tools/tool.js'
import { createRecord } from './create-record.js'

/** The record of a call of `t`, with the time that its client requested. */
function recordOf(
  ttlMs?: number,
  limits: Readonly<Record<string, number>> = {},
  prepared?: unknown,
  params: object = {},
) {
  const node = new TaskWorld().node({ t: tool({ task: 'optional', run: () => '' }) })
  const entry = node.tool('t')
  const call = node.call({ city: 'Oslo' }, { who: 'ada', exchange: { headers: new Headers() } })
  const request = { tool: entry, call: { ...call, params: { ...call.params, ...params } }, ttlMs }
  const services = { ...entry.services, limits: { ...entry.services.limits, ...limits } }
  return createRecord(request, { owner: 'o', prepared: new BeforeResult(prepared), services })
}

describe('the record of a new task', () => {
  test('has what any node needs to run it', () => {
    const { job, ...record } = recordOf()
    expect(record).toEqual({
      owner: 'o',
      createdAt: 1_000_000,
      updatedAt: 1_000_000,
      ttlMs: 86_400_000,
      status: 'working',
    })
    expect(job).toEqual({
      tool: 't',
      requestId: 1,
      params: { name: 'tool', arguments: { city: 'Oslo' } },
      revision: '2026-07-28',
      client: {
        name: 'c',
        version: '1',
        capabilities: { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} },
      },
      principal: { id: 'ada', scopes: [], claims: {} },
      prepared: [],
      correlationId: expect.stringMatching(/^[0-9a-f]{32}$/),
      fence: 0,
      questions: [],
      onces: [],
    })
  })

  test('lacks what belongs to the request alone', () => {
    const { job } = recordOf(undefined, {}, undefined, {
      inputResponses: {},
      requestState: 's',
      task: {},
      _meta: { a: 1 },
    })
    expect(job.params).toEqual({ name: 'tool', arguments: { city: 'Oslo' }, _meta: { a: 1 } })
  })

  test.each([
    ['a value', { a: 1 }, [{ a: 1 }]],
    ['nothing', undefined, []],
    ['null', null, [null]],
  ])('has the value of `before` where that is %s', (_name, value, prepared) => {
    expect(recordOf(undefined, {}, value).job.prepared).toEqual(prepared)
  })

  test('is refused where JSON cannot carry it', () => {
    expect(() => recordOf(undefined, {}, 1n)).toThrow(new TypeError('JSON cannot carry a BigInt'))
  })
})

describe('the time of a task', () => {
  test.each([
    ['is the longest where the client requests none', undefined, 86_400_000],
    ['is what the client requests', 90_000, 90_000],
    ['is a minute where less is requested', 59_999, 60_000],
    ['is the longest where more is requested', 86_400_001, 86_400_000],
    ['is the longest where no number is requested', Number.NaN, 86_400_000],
    ['is whole', 90_000.5, 90_001],
  ])('%s', (_name, requested, ttlMs) => {
    expect(recordOf(requested).ttlMs).toBe(ttlMs)
  })

  test.each([
    ['of less than a minute holds whatever is requested', 1_000.5, 5_000, 1_001],
    ['that is none leaves an end', Number.POSITIVE_INFINITY, undefined, 2 ** 45],
    ['that is none leaves what is requested', Number.POSITIVE_INFINITY, 90_000, 90_000],
  ])('in the limits %s', (_name, taskMs, requested, ttlMs) => {
    expect(recordOf(requested, { taskMs }).ttlMs).toBe(ttlMs)
  })
})

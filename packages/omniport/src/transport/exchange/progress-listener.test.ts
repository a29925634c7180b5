import { expect, test } from 'vitest'
import { verifies } from '#test/requirements/verifies.js'
import type { Progress } from '../../protocol/exchange/exchange.js'
import { progressListener } from './progress-listener.js'

/** The output of a listener for notifications with these parameters. */
function listenTo(...reports: readonly object[]): { readonly seen: Progress[]; readonly problems: unknown[] } {
  const seen: Progress[] = []
  const problems: unknown[] = []
  const listen = progressListener(
    (progress) => seen.push(progress),
    (problem) => problems.push(problem),
  )
  for (const params of reports) {
    listen({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 't', ...params } })
  }
  return { seen, problems }
}

test.each<[string, object]>([
  ['is no number', { progress: '1' }],
  ['is missing', {}],
  ['is not finite', { progress: JSON.parse('1e999') }],
  ['is negative and not finite', { progress: Number.NEGATIVE_INFINITY }],
  ['is NaN', { progress: Number.NaN }],
  ['is equal to the one before', { progress: 0 }],
  ['falls', { progress: -1 }],
])('progress that %s is ignored, and later progress is not', (_name, params) => {
  verifies('PRO-02')
  expect(listenTo({ progress: 0 }, params, { progress: 1 })).toEqual({ seen: [{ done: 0 }, { done: 1 }], problems: [] })
})

test.each<[string, object]>([
  ['a total that is no number', { total: '2' }],
  ['a total that is not finite', { total: JSON.parse('1e999') }],
  ['a message that is no string', { message: { toString: 'x' } }],
  ['a member of the name of a report', { done: 7 }],
])('%s is left out', (_name, more) => {
  expect(listenTo({ progress: 1, ...more }).seen).toEqual([{ done: 1 }])
})

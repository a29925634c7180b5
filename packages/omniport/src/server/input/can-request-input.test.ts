import { expect, test } from 'vitest'
import type { Exchange } from '../../protocol/exchange/exchange.js'
import type { Revision } from '../../protocol/revisions/revision.js'
import { canRequestInput } from './can-request-input.js'

const everything = { elicitation: { form: {}, url: {} }, sampling: { tools: {}, context: {} }, roots: {} }

/** The revisions at which a client with these capabilities can be asked. */
function revisionsFor(required: object, capabilities: object = everything): readonly Revision[] {
  const revisions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'] as const
  return revisions.filter((revision) => {
    const exchange = { client: { capabilities }, revision } as Partial<Exchange> as Exchange // nothing else is read
    return canRequestInput(exchange, { ...required })
  })
}

test.each<[string, object, readonly string[]]>([
  ['roots', { roots: {} }, ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']],
  ['a model', { sampling: {} }, ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28']],
  ['a model with tools', { sampling: { tools: {} } }, ['2025-11-25', '2026-07-28']],
  ['a form', { elicitation: { form: {} } }, ['2025-06-18', '2025-11-25', '2026-07-28']],
  ['a page', { elicitation: { url: {} } }, ['2025-11-25', '2026-07-28']],
])('%s can be asked for at the revisions that have it', (_name, required, revisions) => {
  expect(revisionsFor(required)).toEqual(revisions)
  expect(revisionsFor(required, {})).toEqual([])
})

test('a client that declares only part of it can be asked for that part', () => {
  expect(revisionsFor({ elicitation: { url: {} } }, { elicitation: { form: {} } })).toEqual([])
  expect(revisionsFor({ sampling: { tools: {} } }, { sampling: {} })).toEqual([])
})

test('before there were parts of sampling a client declares all of it', () => {
  expect(revisionsFor({ sampling: { context: {} } }, { sampling: {} })).toEqual([
    '2024-11-05',
    '2025-03-26',
    '2025-06-18',
  ])
})

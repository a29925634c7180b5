import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { methodOf } from './core-methods.js'
import { messageProblems } from './message-problems.js'
import { officialSchema } from './official-schema.js'
import { schemaProblems } from './schema-problems.js'
import { unknownProperties } from './unknown-properties.js'

const revision = '2026-07-28'
const file = new URL('fixtures/examples.gen.json', import.meta.url)
const examples = Object.entries<unknown>(JSON.parse(readFileSync(file, 'utf8')))
const schema = officialSchema(revision)

/** Two official examples are older than the text: input requests have no id, and the result of a read has cache hints. */
const outdatedParts = new Map([['ListRootsRequest/list-roots-request', ['/example: 2026-07-28 defines no id here']]])
const outdatedMessages = new Map([
  [
    'ReadResourceResultResponse/read-resource-result-response',
    ['/result/cacheScope: is required', '/result/ttlMs: is required'],
  ],
])

const isMessage = (example: unknown) => JSON.stringify(example).startsWith('{"jsonrpc"')
const parts = examples.filter(([, example]) => !isMessage(example))
const messages = examples.filter(([, example]) => isMessage(example))

test('all official examples are here', () => {
  expect([parts.length, messages.length]).toEqual([97, 32])
})

describe('an official example is valid', () => {
  test.each(examples)('%s', (name, value) => {
    expect(schemaProblems(schema, { pointer: pointerOf(name), value, path: '' })).toEqual([])
  })
})

describe('an official example has no property that is not defined', () => {
  test.each(parts)('%s', (name, value) => {
    const problems = unknownProperties(schema, { pointer: pointerOf(name), value, path: '/example' })
    expect(problems).toEqual(outdatedParts.get(name) ?? [])
  })
})

describe('an official example message is right on the wire', () => {
  test.each(messages)('%s', (name, message) => {
    const from = /^\w+Request\//.test(name) || name.startsWith('CancelledNotification') ? 'client' : 'server'
    const problems = messageProblems(message, { revision, from, method: methodAnswered(name) })
    expect(problems).toEqual(outdatedMessages.get(name) ?? [])
  })
})

function pointerOf(name: string): string {
  return schema.pointer(name.slice(0, name.indexOf('/')))
}

function methodAnswered(name: string): string | undefined {
  const request = name.replace(/ResultResponse\/.*$/, 'Request')
  return schema.has(request) ? methodOf(schema, request) : undefined
}

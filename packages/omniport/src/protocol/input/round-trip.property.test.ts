import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verifies, verifiesIn } from '#test/requirements/verifies.js'
import { checkMessage } from '#test/wire/check-message.js'
import type { InputMethod, InputRequest } from '../model/input-request.js'
import type { SampleContent, SampleMessage } from '../model/sampling.js'
import { type Revision, revisions } from '../revisions/revision.js'
import { profileOf } from '../revisions/revision-profile.js'
import { decodeInputRequest } from './decode-input-request.js'
import { decodeInputResponse } from './decode-input-response.js'
import { encodeInputRequest } from './encode-input-request.js'
import { encodeInputResponse } from './encode-input-response.js'
import { toBlocks } from './to-blocks.js'

/** What the official schema of a revision has against a question. */
function questionProblems(question: InputRequest, revision: Revision): string[] {
  if (revision !== '2026-07-28') return checkMessage(revision, 'server', { jsonrpc: '2.0', id: 1, ...question })
  const result = { resultType: 'input_required', inputRequests: { a: question }, requestState: 's' }
  return checkMessage(revision, 'server', { jsonrpc: '2.0', id: 1, result }, { method: 'tools/call' })
}

/** The same of an answer. */
function answerProblems(method: InputMethod, answer: object, revision: Revision): string[] {
  if (revision !== '2026-07-28') {
    return checkMessage(revision, 'client', { jsonrpc: '2.0', id: 1, result: answer }, { method })
  }
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'c', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  const params = { name: 'a', inputResponses: { a: answer }, _meta }
  return checkMessage(revision, 'client', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
}

/** As it comes out of JSON text. */
const travelled = <T>(value: T): T => JSON.parse(JSON.stringify(value))

const name = fc.oneof(fc.constantFrom('a', '__proto__', 'constructor', 'toString'), fc.string({ maxLength: 5 }))

/** Own members, also for a name like `__proto__`. */
const members = <T>(value: fc.Arbitrary<T>, maxLength = 4): fc.Arbitrary<Record<string, T>> =>
  fc.array(fc.tuple(name, value), { maxLength }).map((entries) => Object.fromEntries(entries))

const title = { title: fc.string(), description: fc.string() }
const choices = fc.uniqueArray(fc.string({ maxLength: 3 }), { minLength: 1, maxLength: 3 })
const titledChoices = choices.map((values) => values.map((value) => ({ const: value, title: `T${value}` })))
const recordOf = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }, requiredKeys: (keyof T)[]) =>
  fc.record(model, { requiredKeys, noNullPrototype: true })

const plainField = fc.oneof(
  recordOf({ type: fc.constant('string'), ...title, minLength: fc.nat(3), format: fc.constantFrom('email', 'date') }, [
    'type',
  ]),
  recordOf({ type: fc.constantFrom('number', 'integer'), ...title, minimum: fc.integer(), maximum: fc.integer() }, [
    'type',
  ]),
  recordOf({ type: fc.constant('boolean'), ...title, default: fc.boolean() }, ['type']),
  recordOf({ type: fc.constant('string'), ...title, enum: choices }, ['type', 'enum']),
)

const fullField = fc.oneof(
  plainField,
  recordOf({ type: fc.constant('string'), ...title, default: fc.string() }, ['type']),
  recordOf({ type: fc.constant('string'), ...title, oneOf: titledChoices }, ['type', 'oneOf']),
  recordOf(
    { type: fc.constant('array'), ...title, items: titledChoices.map((anyOf) => ({ anyOf })), minItems: fc.nat(2) },
    ['type', 'items'],
  ),
  choices.map((values) => ({ type: 'array', items: { type: 'string', enum: values }, default: values })),
)

const requestedSchema = (field: fc.Arbitrary<object>) =>
  members(field).map((properties) => ({ type: 'object', properties, required: Object.keys(properties) }) as const)

const bytes = fc.oneof(fc.uint8Array({ maxLength: 4 }), fc.constantFrom('', 'AQID'))
const media: fc.Arbitrary<SampleContent> = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: fc.string() }),
  fc.record({ type: fc.constantFrom('image' as const, 'audio' as const), data: bytes, mimeType: fc.constant('a/b') }),
)
const content = fc.oneof(fc.string(), media, fc.array(media, { minLength: 1, maxLength: 3 }))
const message: fc.Arbitrary<SampleMessage> = fc.record({ role: fc.constantFrom('user', 'assistant'), content })

const sampling = fc.record(
  {
    messages: fc.array(message, { minLength: 1, maxLength: 3 }),
    maxTokens: fc.integer({ min: 1, max: 9 }),
    systemPrompt: fc.string(),
    temperature: fc.constantFrom(0, 0.5, 1),
    stopSequences: fc.array(fc.string(), { maxLength: 2 }),
    includeContext: fc.constantFrom('none', 'thisServer', 'allServers'),
    modelPreferences: fc.constant({ hints: [{ name: 'a' }], costPriority: 0.5 }),
    metadata: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2, noNullPrototype: true }),
  },
  { requiredKeys: ['messages', 'maxTokens'], noNullPrototype: true },
)

const toolTurn: readonly SampleMessage[] = [
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 't', input: { x: 1 } }] },
  { role: 'user', content: [{ type: 'tool_result', toolUseId: 'a', content: [{ type: 'text', text: '1' }] }] },
]
const toolUse = { tools: [{ name: 't', inputSchema: { type: 'object' } }], toolChoice: { mode: 'auto' } } as const

/** What a block says, whatever it travels as. */
const spoken = (messages: readonly SampleMessage[]) =>
  messages.flatMap(({ role, content: requesterMeta }) =>
    toBlocks(requesterMeta).map((block) => [role, block.type === 'text' ? block.text : block.type]),
  )

/** A question as the other side reads it, valid on its way. */
function travel(question: InputRequest, revision: Revision) {
  const encoded = travelled(encodeInputRequest(question, profileOf(revision)))
  expect(questionProblems(encoded, revision)).toStrictEqual([])
  return decodeInputRequest(encoded, profileOf(revision))
}

const elicit = (message: string, schema: object): InputRequest => ({
  method: 'elicitation/create',
  params: { message, requestedSchema: schema },
})

test.each(['2025-11-25', '2026-07-28'] as const)('a form arrives as it was asked at %s', (revision) => {
  verifiesIn(revision, 'ELI-04', 'ELI-10', 'ELI-11')
  fc.assert(
    fc.property(requestedSchema(fullField), fc.string(), (schema, message) => {
      expect(travel(elicit(message, schema), revision)).toEqual(travelled({ type: 'elicit', message, schema }))
    }),
    { numRuns: 50 },
  )
})

test('a form arrives with its fields at 2025-06-18, and as it was asked if it is plain', () => {
  verifies('ELI-10', 'ELI-11', 'ELI-12', 'ELI-37')
  const single = fullField.filter((field) => !('type' in field) || field.type !== 'array')
  fc.assert(
    fc.property(requestedSchema(plainField), requestedSchema(single), (plain, full) => {
      expect(travel(elicit('m', plain), '2025-06-18')).toEqual(
        travelled({ type: 'elicit', message: 'm', schema: plain }),
      )
      const asked = travel(elicit('m', full), '2025-06-18')
      const fields = asked.type === 'elicit' ? asked.schema['properties'] : undefined
      expect(Object.keys(fields as object)).toStrictEqual(Object.keys(full.properties))
    }),
    { numRuns: 50 },
  )
})

test.each(['2025-11-25', '2026-07-28'] as const)('a page arrives as it was asked at %s', (revision) => {
  verifiesIn(revision, 'ELI-16', 'ELI-38')
  fc.assert(
    fc.property(fc.webUrl(), fc.uuid(), (url, elicitationId) => {
      const params = { mode: 'url', message: 'm', url, elicitationId }
      const id = profileOf(revision).elicitationIds ? { elicitationId } : {}
      const asked = { type: 'elicitUrl', message: 'm', url, ...id }
      expect(travel({ method: 'elicitation/create', params }, revision)).toStrictEqual(asked)
    }),
    { numRuns: 50 },
  )
})

test.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)(
  'an answer to a form arrives as given at %s',
  (revision) => {
    verifies('ELI-15')
    const profile = profileOf(revision)
    const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean())
    const value = profile.elicitation === 'full' ? fc.oneof(scalar, fc.array(fc.string(), { maxLength: 3 })) : scalar
    fc.assert(
      fc.property(members(value), (filled) => {
        const answer = { action: 'accept', content: filled }
        const encoded = travelled(encodeInputResponse('elicitation/create', answer, profile))
        expect(answerProblems('elicitation/create', encoded, revision)).toStrictEqual([])
        expect(decodeInputResponse('elicitation/create', encoded)).toEqual(travelled(answer))
      }),
      { numRuns: 50 },
    )
  },
)

describe.each(revisions)('%s', (revision) => {
  const profile = profileOf(revision)

  test('a conversation arrives as it was told', () => {
    verifies('SAMP-10', 'SAMP-11')
    fc.assert(
      fc.property(sampling, (given) => {
        const { sampleTools, audio } = profile
        const params = sampleTools ? { ...given, ...toolUse, messages: [...given.messages, ...toolTurn] } : given
        const asked = travel({ method: 'sampling/createMessage', params }, revision)
        if (asked.type !== 'sample') throw new TypeError('another question arrived')
        const { messages } = params
        expect({ ...asked.params, messages }).toEqual(params)
        const expectedTexts = spoken(messages).map(([role, text]) => [
          role,
          text === 'audio' && !audio ? '[audio of type a/b]' : text,
        ])
        expect(spoken(asked.params.messages)).toStrictEqual(expectedTexts)
        // Without tools, a message with several contents becomes several messages.
        expect(asked.params.messages.length >= messages.length).toBe(true)
        expect(sampleTools ? asked.params.messages.length : messages.length).toBe(messages.length)
      }),
      { numRuns: 50 },
    )
  })

  test('an answer of a model arrives as it was given', () => {
    verifies('SAMP-10')
    const requesterMeta = profile.sampleTools
      ? fc.oneof(content, fc.constant([]))
      : fc.oneof(fc.string(), media, fc.array(fc.record({ type: fc.constant('text' as const), text: fc.string() })))
    fc.assert(
      fc.property(requesterMeta, fc.option(fc.string(), { nil: undefined }), (given, stopReason) => {
        const answer = { role: 'assistant', content: given, model: 'm', stopReason }
        const encoded = travelled(encodeInputResponse('sampling/createMessage', answer, profile))
        expect(answerProblems('sampling/createMessage', encoded, revision)).toStrictEqual([])
        const arrived = decodeInputResponse('sampling/createMessage', encoded)
        expect({ ...arrived, content: 0 }).toEqual({ ...answer, content: 0 })
        expect(arrived.content).toHaveLength(profile.sampleTools ? toBlocks(given).length : 1)
      }),
      { numRuns: 50 },
    )
  })

  test('roots arrive as they are', () => {
    verifies('ROOT-04')
    expect(travel({ method: 'roots/list' }, revision)).toStrictEqual({ type: 'roots' })
    const path = fc.webPath().map((text) => `file:///${text}`)
    const root = fc.record({ uri: path, name: fc.string() }, { requiredKeys: ['uri'], noNullPrototype: true })
    fc.assert(
      fc.property(fc.array(root, { maxLength: 3 }), (roots) => {
        const encoded = travelled(encodeInputResponse('roots/list', roots, profile))
        expect(answerProblems('roots/list', encoded, revision)).toStrictEqual([])
        expect(decodeInputResponse('roots/list', encoded)).toStrictEqual({ roots })
      }),
      { numRuns: 50 },
    )
  })
})

import { describe, expect, test } from 'vitest'
import { thrownBy } from '#test/support/thrown-by.js'
import { RpcError } from '../../../jsonrpc/messages/rpc-error.js'
import type { Revision } from '../../../protocol/revisions/revision.js'
import { profileOf } from '../../../protocol/revisions/revision-profile.js'
import { OmniportError } from '../../../values/errors/omniport-error.js'
import { createClientServices } from '../../client-services.js'
import type { ConnectOptions } from '../../connect-options.js'
import { createSilentContext } from '../answer-context.js'
import { prepareInputRequest } from './prepare-input-request.js'
import { requiredUrlElicitations } from './required-url-elicitations.js'

const page = (elicitationId: unknown = 'e1') => ({
  mode: 'url',
  message: 'Go',
  url: 'https://example.com/1',
  elicitationId,
})
const context = createSilentContext(new AbortController().signal)

/** The pages that a refusal asks for. */
function required(
  data: unknown,
  {
    options = { elicitUrl: async () => 'accept' },
    code = -32042,
    revision = '2025-11-25',
  }: {
    options?: ConnectOptions
    code?: number
    revision?: Revision
  } = {},
) {
  const services = createClientServices({ limits: { questions: 2 }, ...options })
  return requiredUrlElicitations(new RpcError(code, 'Go there first', data), profileOf(revision), services)
}

describe('a refusal that wants pages completed', () => {
  test('has them with their ids, and each can be offered', async () => {
    const asked: unknown[] = []
    const elicitUrl = async (question: unknown) => {
      asked.push(question)
      return 'decline' as const
    }
    const pages = required({ elicitations: [page(), page('e2')] }, { options: { elicitUrl } })
    expect(pages?.map(({ elicitationId }) => elicitationId)).toEqual(['e1', 'e2'])
    expect(await pages?.[0]?.offer(context)).toEqual({ action: 'decline' })
    expect(asked).toEqual([{ message: 'Go', url: 'https://example.com/1' }])
  })

  test('has no more of them than the limit', () => {
    expect(thrownBy(() => required({ elicitations: [page(), page(), page()] }))).toEqual(
      new OmniportError('limit', 'The server wants too many pages opened; limits.questions is 2'),
    )
  })

  test.each<[string, unknown, Parameters<typeof required>[1]]>([
    ['of another kind', { elicitations: [page()] }, { code: -32602 }],
    ['in a revision without it', { elicitations: [page()] }, { revision: '2025-06-18' }],
    ['in a revision that asks in results', { elicitations: [page()] }, { revision: '2026-07-28' }],
    ['for a client that opens none', { elicitations: [page()] }, { options: {} }],
    ['without data', undefined, {}],
    ['without a list', { elicitations: page() }, {}],
    ['without any', { elicitations: [] }, {}],
    ['with a form among them', { elicitations: [page(), { ...page(), mode: 'form' }] }, {}],
    ['with one that has no id', { elicitations: [{ ...page(), elicitationId: undefined }] }, {}],
    ['with one that has another id', { elicitations: [page(7)] }, {}],
    ['with one that is none', { elicitations: ['https://example.com/1'] }, {}],
    ['with one that has no address', { elicitations: [{ ...page(), url: 'javascript:alert(1)' }] }, {}],
  ])('is a plain refusal %s', (_name, data, setting) => {
    expect(required(data, setting)).toBeUndefined()
  })
})

describe('a request of a server', () => {
  const form = {
    jsonrpc: '2.0' as const,
    id: 'q',
    method: 'elicitation/create',
    params: { message: 'Who?', requestedSchema: { type: 'object', properties: {} } },
  }
  const question = {
    ...{ jsonrpc: '2.0' as const, id: 'q', method: 'sampling/createMessage' },
    params: { messages: [{ role: 'user', content: { type: 'text', text: 'a' } }], maxTokens: 1 },
  }
  const refusing = new DOMException('The dialog was closed', 'AbortError')

  test('is refused while too many are open, but not one for roots', async () => {
    const services = createClientServices({ limits: { questions: 1 }, roots: [], elicit: () => new Promise(() => {}) })
    void prepareInputRequest(form, '2025-11-25', services)(context)
    expect(thrownBy(() => prepareInputRequest(form, '2025-11-25', services))).toMatchObject({
      code: -32603,
      message: 'At most 1 questions are open at once (limits.questions)',
    })
    const roots = { jsonrpc: '2.0' as const, id: 'r', method: 'roots/list' }
    expect(await prepareInputRequest(roots, '2025-11-25', services)(context)).toEqual({ roots: [] })
  })

  test('for a model whose dialog was closed was rejected by the user', async () => {
    const services = createClientServices({
      sample: () => Promise.reject(refusing),
      elicit: () => Promise.reject(refusing),
    })
    await expect(prepareInputRequest(question, '2025-11-25', services)(context)).rejects.toEqual(
      new RpcError(-1, 'User rejected sampling request'),
    )
    await expect(prepareInputRequest(form, '2025-11-25', services)(context)).rejects.toBe(refusing)
  })

  test('for a model that fails fails with that', async () => {
    for (const reason of [new Error('no'), 'AbortError']) {
      const services = createClientServices({ sample: () => Promise.reject(reason) })
      await expect(prepareInputRequest(question, '2025-11-25', services)(context)).rejects.toBe(reason)
    }
  })
})

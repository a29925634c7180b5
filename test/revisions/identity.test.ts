import { afterEach, describe, expect, test } from 'vitest'
import { apiKeyAuth } from '../../packages/omniport/src/auth/resource/api-key-auth.js'
import { metaKeys } from '../../packages/omniport/src/protocol/meta/meta-keys.js'
import {
  type LegacyRevision,
  legacyRevisions,
  type Revision,
} from '../../packages/omniport/src/protocol/revisions/revision.js'
import type { Context } from '../../packages/omniport/src/server/requests/context.js'
import { tool } from '../../packages/omniport/src/server/tools/tool.js'
import { verifiesIn } from '../requirements/verifies.js'
import { defineServer } from '../support/define-server.js'
import { beginSession, postModern } from '../support/http-client.js'
import { httpShells, type OpenHttp, type OpenShell } from '../support/http-shells.js'
import { SseReader } from '../support/sse-reader.js'

let shell: OpenShell
afterEach(() => shell.close())

const auth = apiKeyAuth({ keys: { 'key-of-ada': 'ada', 'key-of-bob': 'bob' } })
const as = (name: string) => ({ 'x-api-key': `key-of-${name}` })
const schema = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const

async function serve(open: OpenHttp) {
  const run = async (_args: unknown, ctx: Context) => {
    const { content } = await ctx.elicit('Who?', schema)
    return `hello ${String(content?.['name'])}`
  }
  shell = await open(defineServer({ tools: { ask: tool({ run }) } }).server, { auth })
}

/** A question to ada that is open, and how somebody answers it: the text of the result, or how it is refused. */
interface Open {
  answer(by: string): Promise<unknown>
}

const capabilities = { elicitation: { form: {} } }
const answerBy = (name: string) => ({ action: 'accept', content: { name } })

async function askInSession(revision: Revision): Promise<Open> {
  const options = { headers: as('ada'), capabilities }
  // Of the revisions that are asked about, only the older ones have sessions.
  const session = await beginSession(shell, { revision: revision as LegacyRevision, ...options })
  const stream = new SseReader(await session.request('tools/call', { name: 'ask' }))
  const { id } = (await stream.message()) as { readonly id: unknown }
  return {
    async answer(by) {
      const sent = { jsonrpc: '2.0', id, result: answerBy(by) }
      const response = await session.post(sent, { headers: as(by) })
      await response.body?.cancel()
      return response.status === 202 ? stream.message() : response.status
    },
  }
}

async function askInRounds(revision: Revision): Promise<Open> {
  const send = async (by: string, params: object) => {
    // Whoever asks may call themselves what they like.
    const clientInfo = { name: 'ada', version: '1' }
    const _meta = {
      [metaKeys.protocolVersion]: revision,
      [metaKeys.clientCapabilities]: capabilities,
      [metaKeys.clientInfo]: clientInfo,
    }
    const response = await postModern(shell, 'tools/call', { name: 'ask', ...params, _meta }, { headers: as(by) })
    return (await response.json()) as { readonly result?: object; readonly error?: { readonly code: number } }
  }
  const { result: asked } = await send('ada', {})
  const { requestState, inputRequests } = asked as { readonly requestState: string; readonly inputRequests: object }
  const [key = ''] = Object.keys(inputRequests)
  return {
    async answer(by) {
      const { result, error } = await send(by, { requestState, inputResponses: { [key]: answerBy(by) } })
      return error?.code ?? { result }
    },
  }
}

const asked = [
  ['2025-11-25', askInSession, 404],
  ['2026-07-28', askInRounds, -32602],
] as const

describe.each(httpShells)('over $shell', ({ open }) => {
  test.each(asked)('%s: a question is answered by whoever was asked alone', async (revision, ask, refusal) => {
    verifiesIn(revision, 'ELI-24', 'ELI-25', 'ELI-33')
    await serve(open)
    const question = await ask(revision)
    expect(await question.answer('bob')).toBe(refusal)
    expect(await question.answer('ada')).toMatchObject({ result: { content: [{ text: 'hello ada' }] } })
  })

  test.each(legacyRevisions)('%s: the id of a session lets nobody in', async (revision) => {
    verifiesIn(revision, 'SEC-08')
    await serve(open)
    const session = await beginSession(shell, { revision, headers: as('ada') })
    const ping = async (headers: Readonly<Record<string, string>>) => {
      const response = await session.post({ jsonrpc: '2.0', id: 1, method: 'ping' }, { headers })
      await response.body?.cancel()
      return response.status
    }
    const guessed = { 'x-api-key': 'guessed' }
    expect([await ping({ 'x-api-key': '-' }), await ping(guessed), await ping(as('bob'))]).toEqual([401, 401, 404])
    expect(await ping(as('ada'))).toBe(200)
    const other = await beginSession(shell, { revision, headers: as('ada') })
    expect(new Set([session.id, other.id]).size).toBe(2)
    expect([session.id.length >= 32, other.id.length >= 32]).toEqual([true, true])
  })
})

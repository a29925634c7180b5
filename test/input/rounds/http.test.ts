import { expect, test } from 'vitest'
import { metaKeys } from '../../../packages/omniport/src/protocol/meta/meta-keys.js'
import { tool } from '../../../packages/omniport/src/server/tools/tool.js'
import { verifies } from '../../requirements/verifies.js'
import { postModern } from '../../support/http-client.js'
import { httpShells, type OpenShell } from '../../support/http-shells.js'
import { SseReader } from '../../support/sse-reader.js'
import { ask } from '../ask.js'
import { answering, notValid, openRounds, toReply } from './open-rounds.js'

const capabilities = { [metaKeys.clientCapabilities]: { elicitation: { form: {} } } }

/** Calls the tool `ask` over HTTP. */
const callOver = (shell: OpenShell, params: object, meta: object = capabilities) =>
  postModern(shell, 'tools/call', { name: 'ask', ...params, _meta: meta })

test.each(httpShells)('$shell: rounds are requests of their own, answered in JSON', async ({ open }) => {
  verifies('MRTR-01', 'MRTR-13')
  const rounds = await openRounds()
  const shell = await open(rounds.server)
  const first = await callOver(shell, {})
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json'])
  const { requestState } = toReply(await first.json())
  const second = toReply(await (await callOver(shell, answering(requestState, { a: 'A' }))).json())
  const third = await callOver(shell, answering(second.requestState, { b: 'B' }))
  expect([third.status, toReply(await third.json()).text]).toEqual([200, 'AB'])
  // Nobody who is not authenticated is the same over HTTP as on a pipe.
  expect((await rounds.call(answering(requestState, { a: 'A' }))).error).toEqual(notValid)
  await shell.close()
  rounds.close()
})

test.each(httpShells)(
  '$shell: a question that a client cannot answer is 400 while nothing was sent',
  async ({ open }) => {
    verifies('MRTR-06')
    const rounds = await openRounds({
      tools: {
        ask: tool({
          async run(_args, ctx) {
            ctx.progress(1)
            return ask(ctx, 'a?')
          },
        }),
      },
    })
    const shell = await open(rounds.server)
    const error = { code: -32021, data: { requiredCapabilities: { elicitation: { form: {} } } } }
    const refused = await callOver(shell, {}, {})
    expect([refused.status, await refused.json()]).toMatchObject([400, { error }])
    const streamed = await callOver(shell, {}, { progressToken: 'p' })
    const events = new SseReader(streamed)
    expect([streamed.status, await events.message()]).toMatchObject([200, { method: 'notifications/progress' }])
    expect(await events.message()).toMatchObject({ error })
    await shell.close()
    rounds.close()
  },
)

test.each(httpShells)(
  '$shell: a secret of this process is warned of, unless nobody else can call',
  async ({ open }) => {
    const rounds = await openRounds({ secrets: undefined })
    const shell = await open(rounds.server, { allowedHosts: 'any' })
    const callAt = async (host: string) => {
      const params = { name: 'ask', _meta: capabilities }
      expect((await postModern(shell, 'tools/call', params, { headers: { host } })).status).toBe(200)
      return rounds.logger.warnings.filter((text) => text.includes('sealed with a secret of this process'))
    }
    expect(await callAt('localhost:3000')).toEqual([])
    expect(await callAt('example.com')).toHaveLength(1)
    expect(await callAt('example.com')).toHaveLength(1)
    await shell.close()
    rounds.close()
  },
)

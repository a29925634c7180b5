import { channel } from 'node:diagnostics_channel'
import { expect, onTestFinished, test } from 'vitest'
import { beginSession } from '#test/support/http-client.js'
import { defineHttpServer } from '#test/support/http-server.js'
import { httpShells } from '#test/support/http-shells.js'
import { SseReader } from '#test/support/sse-reader.js'
import { type Operation, operationChannel } from '../../../../protocol/diagnostics/operation.js'

test.each(httpShells)('$shell announces a question where somebody observes, who may add to it', async ({ open }) => {
  const asked: unknown[] = []
  const ends: unknown[] = []
  const observe = (operation: unknown) => {
    const { role, transport, revision, message, observe: join } = operation as Operation
    if (role !== 'sender') return
    asked.push([transport, revision, message.method])
    join({ meta: { traceparent: '00-1' }, end: (outcome) => ends.push(outcome) })
  }
  const { server, onHook } = defineHttpServer()
  const shell = await open(server)
  onTestFinished(async () => {
    channel(operationChannel).unsubscribe(observe)
    await shell.close()
  })
  onHook(async ({ ask }) => JSON.stringify(await ask?.({ method: 'roots/list' })))
  const session = await beginSession(shell)
  channel(operationChannel).subscribe(observe)
  const reader = new SseReader(await session.request('tools/call', { name: 'hook' }))
  const question = (await reader.message()) as { readonly id: string; readonly params?: object }
  expect([asked, question.params]).toEqual([[['http', undefined, 'roots/list']], { _meta: { traceparent: '00-1' } }])
  const response = { jsonrpc: '2.0', id: question.id, result: { roots: [] } }
  await session.post(response)
  expect(await reader.messages()).toMatchObject([{ result: { content: [{ type: 'text', text: '{"roots":[]}' }] } }])
  expect(ends).toEqual([{ response }])
})

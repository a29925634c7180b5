import { type Client, connect } from 'omniport/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type HttpWire, tapHttp } from '../http-wire.js'
import { program } from '../processes.js'
import { forms } from '../read-forms.js'
import { type ServedProgram, serveProgram } from '../serve-program.js'
import { assertValid } from '../wire.js'

let served: ServedProgram
let wire: HttpWire
let client: Client

beforeAll(async () => {
  served = await serveProgram(program('sdk-2-asking-server', 'http'))
  wire = await tapHttp(served.url)
  client = await connect(wire.url, {
    autoAnswer: false,
    elicit: () => ({ action: 'cancel' }),
    roots: [],
  })
})

afterAll(async () => {
  await client.close()
  await wire.close()
  await served.stop()
  assertValid(wire.messages, '2026-07-28')
})

test('the questions of the server of SDK 2.4.0 can be answered by hand', async () => {
  const call = { name: 'guess', arguments: {} }
  const question = { message: 'Which number?', mode: 'form', requestedSchema: forms.answer }
  const asked = await client.request('tools/call', call)
  expect(asked).toMatchObject({ inputRequests: { it: { method: 'elicitation/create', params: question } } })
  const { requestState } = asked as { readonly requestState: string }
  const inputResponses = { it: { action: 'accept', content: { answer: '7' } } }
  const answered = await client.request('tools/call', { ...call, inputResponses, requestState })
  expect(answered).toMatchObject({ content: [{ type: 'text', text: '1' }] })
})

test('what else asks is refused', async () => {
  await expect(client.callTool('where', {})).rejects.toMatchObject({ code: 'unsupported' })
})

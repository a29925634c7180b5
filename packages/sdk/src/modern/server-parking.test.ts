import process from 'node:process'
import { afterEach, expect, test, vi } from 'vitest'
import type { Exchange, RpcRequest, RpcResponse } from '#core/modern'

afterEach(() => void vi.restoreAllMocks())

/** A node loads all modules again. */
vi.setConfig({ testTimeout: 120_000 })

const form = { message: 'Who?', requestedSchema: { type: 'object', properties: { name: { type: 'string' } } } }

/** A process of the same server, as far as modules make one: its tool asks who is there, and returns the answer. */
async function startNode() {
  vi.resetModules()
  const { parkingOf } = await import('./server-parking.js')
  const park = parkingOf({ name: 's', version: '1' }).parkCalls()
  const serve = park(async (message, { ask }) => {
    const answer = await ask?.({ method: 'elicitation/create', params: form })
    return { jsonrpc: '2.0', id: (message as RpcRequest).id, result: { answer } }
  })
  return (params: object = {}): Promise<RpcResponse | undefined> => {
    const exchange = {
      ...{ signal: new AbortController().signal, revision: '2026-07-28', round: 0, state: new Map(), notify: () => {} },
      ...{ client: { capabilities: { elicitation: { form: {} } } }, headers: new Headers({ host: 'tools.example' }) },
    } as const satisfies Exchange
    const message = { name: 'ask', arguments: {}, ...params }
    return Promise.resolve(serve({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: message }, exchange))
  }
}

async function startedCall(send: Awaited<ReturnType<typeof startNode>>) {
  const { result } = (await send()) as { readonly result: { readonly requestState: string } }
  return { requestState: result.requestState, inputResponses: { 'input-1': { action: 'decline' } } }
}

test('a retry that reaches another process of the server is refused, and says so; the call still takes it where it waits', async () => {
  const first = await startNode()
  const second = await startNode()
  const retry = await startedCall(first)
  await expect(second(retry)).rejects.toMatchObject({
    code: -32602,
    message: 'requestState: the call has ended, or waits in another process; its effect may have happened',
  })
  expect(await first(retry)).toMatchObject({ result: { answer: { action: 'decline' } } })
})

test('a worker of node:cluster asks as any process does, and nothing is said of options that a program does not have', async () => {
  const { getBuiltinModule } = process
  vi.spyOn(process, 'getBuiltinModule').mockImplementation(((id: string) =>
    id === 'node:cluster' ? { isWorker: true } : getBuiltinModule(id)) as typeof getBuiltinModule)
  const [warn, error] = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')]
  const send = await startNode()
  expect(await send(await startedCall(send))).toMatchObject({ result: { answer: { action: 'decline' } } })
  expect([warn.mock.calls, error.mock.calls]).toEqual([[], []])
})
